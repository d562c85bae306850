"""Who may write to a user: the settings of the user, and what two users chose about each other."""

from collections.abc import Collection

from sqlalchemy import func, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import follows, identity, people, site
from community.domain.chat import policies
from community.domain.chat.schemas import MessagePreferences, WhoMayWrite
from community.i18n import ngettext
from community.models import Chat, ChatMember, MessageSettings, User

_Owner = aliased(ChatMember)


async def load_partners(
    session: AsyncSession, actor: Actor, user_ids: Collection[int]
) -> dict[int, policies.Partner]:
    """Return the users as partners of the actor. Runs four queries, however many users there are.

    Unknown ids are missing from the dictionary.
    """
    ids = set(user_ids) - {actor.id}
    if not ids:
        return {}
    users = await session.execute(
        select(User.id, User.admin_since, User.is_bot, identity.is_active).where(
            col(User.id).in_(ids)
        )
    )
    ignoring = await follows.find_ignored_between(session, actor.id, ids)
    followers, followed = await follows.find_follows_between(session, actor.id, ids)
    rows = await session.execute(
        select(MessageSettings.user_id, MessageSettings.who).where(
            col(MessageSettings.user_id).in_(ids)
        )
    )
    choices = {user_id: WhoMayWrite(who) for user_id, who in rows}
    return {
        user_id: policies.Partner(
            user_id=user_id,
            is_available=is_active and not is_bot,
            is_admin=admin_since is not None,
            is_ignoring=user_id in ignoring,
            takes_messages=_takes_messages(
                choices.get(user_id, WhoMayWrite.ALL_USERS), is_follower=user_id in followers
            ),
            is_stranger=user_id not in followers and user_id not in followed,
        )
        for user_id, admin_since, is_bot, is_active in users
    }


async def load_partner(session: AsyncSession, actor: Actor, user_id: int) -> policies.Partner:
    partner = (await load_partners(session, actor, [user_id])).get(user_id)
    if partner is None:
        raise people.make_user_not_found_error()
    return partner


async def ensure_may_request(session: AsyncSession, actor: Actor, *, count: int = 1) -> None:
    """Check that a new account may begin a chat with `count` other strangers.

    Invitations of strangers to groups count too, also those of earlier owners, and so do requests
    that were accepted. Until the transaction ends, no other one of the actor begins a chat.
    """
    content = await site.get_content_settings(session)
    if not count or not site.is_new_account(actor, content):
        return
    await acquire_advisory_lock(session, f"chat requests {actor.id}")
    chats = union(
        select(Chat.id).where(col(Chat.created_by_id) == actor.id),
        select(_Owner.chat_id).where(col(_Owner.user_id) == actor.id, col(_Owner.role) == "owner"),
    )
    begun = await session.scalar(
        select(func.count())
        .select_from(ChatMember)
        .where(
            col(ChatMember.chat_id).in_(chats),
            col(ChatMember.user_id) != actor.id,
            col(ChatMember.requested_at) > clock.now() - policies.REQUEST_WINDOW,
        )
    )
    limit = policies.MAX_REQUESTS_OF_NEW_ACCOUNT
    if (begun or 0) + count > limit:
        raise errors.PermissionDenied(
            ngettext(
                "New accounts can write to {n} new person a day.",
                "New accounts can write to {n} new people a day.",
                limit,
            ),
            code="too_many_requests",
        )


async def get_preferences(session: AsyncSession, actor: Actor) -> MessagePreferences:
    row = await session.get(MessageSettings, actor.id)
    return MessagePreferences() if row is None else MessagePreferences.model_validate(row)


async def set_preferences(
    session: AsyncSession,
    actor: Actor,
    *,
    who: WhoMayWrite | None = None,
    read_marks: bool | None = None,
) -> MessagePreferences:
    """Change who may begin a conversation with the actor, and whether read marks are shown."""
    await acquire_advisory_lock(session, f"message settings {actor.id}")
    row = await session.get(MessageSettings, actor.id)
    if row is None:
        row = MessageSettings(user_id=actor.id)
        session.add(row)
    if who is not None:
        row.who = who.value
    if read_marks is not None:
        row.read_marks = read_marks
    await session.flush()
    return MessagePreferences.model_validate(row)


def _takes_messages(who: WhoMayWrite, *, is_follower: bool) -> bool:
    return who is WhoMayWrite.ALL_USERS or (who is WhoMayWrite.FOLLOWING and is_follower)
