"""Functions that start a conversation with a user, or with a group of users."""

from collections.abc import Collection, Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Invalid
from community.core.text.normalization import clean_line
from community.domain.chat import memberships, policies
from community.domain.chat.events import Invited, MembershipChanged
from community.domain.chat.partners import ensure_may_request, load_partner, load_partners
from community.domain.chat.policies import Partner
from community.i18n import gettext as _
from community.models import Chat, ChatMember


async def start(session: AsyncSession, actor: Actor, *, user_id: int) -> tuple[Chat, bool]:
    """Return the direct chat of the actor with a user, and whether this call created it.

    A stranger gets the chat as a request. They see it once it contains a message.

    Raises:
        PermissionDenied: There is no chat yet, and the actor may not begin one: see
            `policies.ensure_may_begin`. Or a new account begins too many (`too_many_requests`).
        Invalid: The user is the actor.
    """
    if actor.id == user_id:
        raise Invalid.for_field("user", _("You can't write to yourself."))
    key = build_pair_key(actor.id, user_id)
    await acquire_advisory_lock(session, f"chat {key}")
    chat = await session.scalar(select(Chat).where(col(Chat.pair_key) == key))
    if chat is not None:
        await _reopen(session, actor, chat)
        return chat, False
    partner = await load_partner(session, actor, user_id)
    policies.ensure_may_begin(actor, partner)
    if partner.is_stranger:
        await ensure_may_request(session, actor)
    chat = Chat(kind="direct", pair_key=key, created_by_id=actor.id)
    session.add(chat)
    await session.flush()
    session.add(ChatMember(chat_id=chat.id, user_id=actor.id, has_accepted=True))
    other = ChatMember(chat_id=chat.id, user_id=user_id)
    _offer(other, partner)
    session.add(other)
    await session.flush()
    return chat, True


async def create_group(
    session: AsyncSession, actor: Actor, *, user_ids: Collection[int], name: str = ""
) -> Chat:
    """Create a group that the actor owns. Strangers are invited, and get a request.

    Raises:
        PermissionDenied: The actor is banned or has no plan with the feature, or one of the users
            takes no messages from the actor (`messages_not_accepted`).
        Invalid: There are no other members or too many, or the name is too long.
    """
    policies.ensure_not_banned(actor)
    policies.ensure_has_feature(actor)
    others = [user_id for user_id in dict.fromkeys(user_ids) if user_id != actor.id]
    if not others:
        raise Invalid.for_field("members", _("Add at least one person."))
    policies.ensure_members_count(len(others) + 1)
    cleaned_name = clean_line(name, field="name", max_length=policies.NAME_MAX_LENGTH)
    partners = await load_reachable_partners(session, actor, others)
    chat = Chat(kind="group", name=cleaned_name, created_by_id=actor.id)
    session.add(chat)
    await session.flush()
    session.add(ChatMember(chat_id=chat.id, user_id=actor.id, role="owner", has_accepted=True))
    await memberships.add_change(session, actor.id, chat, "created")
    for partner in partners:
        new_member(session, chat, partner, inviter_id=actor.id)
    await session.flush()
    return chat


async def load_reachable_partners(
    session: AsyncSession, actor: Actor, user_ids: Sequence[int]
) -> list[Partner]:
    """Return the users as partners, in the given order.

    Raise `PermissionDenied` if one of them takes no messages from the actor
    (`messages_not_accepted`), or a new account invites too many strangers (`too_many_requests`).
    """
    partners = await load_partners(session, actor, user_ids)
    for user_id in user_ids:
        if user_id not in partners:
            raise policies.make_refused_error()
        policies.ensure_reachable(partners[user_id])
    strangers = sum(partners[user_id].is_stranger for user_id in user_ids)
    await ensure_may_request(session, actor, count=strangers)
    return [partners[user_id] for user_id in user_ids]


def new_member(
    session: AsyncSession, chat: Chat, partner: Partner, *, inviter_id: int
) -> ChatMember:
    """Add a user to a group, or invite them if they are a stranger to the inviter."""
    member = ChatMember(chat_id=chat.id, user_id=partner.user_id)
    session.add(member)
    join(session, member, partner, inviter_id=inviter_id)
    return member


def join(session: AsyncSession, member: ChatMember, partner: Partner, *, inviter_id: int) -> None:
    """Let a member of a group take part, or wait for the answer of a stranger."""
    _offer(member, partner)
    events.record(session, MembershipChanged(member.chat_id, member.user_id))
    if partner.is_stranger:
        events.record(session, Invited(member.chat_id, member.user_id, inviter_id))


def build_pair_key(first_id: int, second_id: int) -> str:
    return ":".join(map(str, sorted((first_id, second_id))))


async def _reopen(session: AsyncSession, actor: Actor, chat: Chat) -> None:
    """Let an actor who declined a chat see it as a request again.

    If the other user has opened the chat and written nothing, the actor begins it instead, if they
    may begin one.
    """
    members = await memberships.find_members(session, chat)
    member = members.pop(actor.id)
    if member.status == "request" and not chat.last_message_id:
        (other,) = members.values()
        partner = await load_partner(session, actor, other.user_id)
        if not policies.may_begin(actor, partner):
            return
        await _begin_instead(session, actor, partner, member, other)
        chat.created_by_id = actor.id
    elif member.status == "declined":
        member.status = "request"
    else:
        return
    events.record(session, MembershipChanged(chat.id, actor.id))
    await session.flush()


async def _begin_instead(
    session: AsyncSession, actor: Actor, partner: Partner, member: ChatMember, other: ChatMember
) -> None:
    """Exchange the one who begins a chat without messages with the one who would accept it."""
    if partner.is_stranger:
        await ensure_may_request(session, actor)
    member.status, member.has_accepted = "active", True
    _offer(other, partner)
    other.has_accepted = False


def _offer(member: ChatMember, partner: Partner) -> None:
    """Let a user take part in a chat, or wait for their answer if they are a stranger."""
    member.status = "request" if partner.is_stranger else "active"
    if partner.is_stranger:
        member.requested_at = clock.now()
