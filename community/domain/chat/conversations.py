"""Actions of a member on a chat: accept, decline, mute, archive, leave, and manage a group."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Invalid, PermissionDenied
from community.core.text.normalization import clean_line
from community.domain import people
from community.domain.chat import files as chat_files, memberships, policies
from community.domain.chat.events import ChatChanged, MembershipChanged
from community.domain.chat.memberships import OpenChat
from community.domain.chat.policies import Partner
from community.domain.chat.starting import join, load_reachable_partners, new_member
from community.i18n import gettext as _
from community.models import Chat, ChatMember, ChatMessage, User


class GroupChanges(BaseModel):
    """The fields of a group to change. Fields that are not set keep their value."""

    name: str | None = None
    # The id of a picture that the actor uploaded to the chat. None removes the picture.
    picture: UUID | None = None
    newcomers_see_history: bool | None = None
    owner_id: int | None = None


async def accept(session: AsyncSession, actor: Actor, *, chat_id: int) -> bool:
    """Accept a request of a stranger, or an invitation to a group.

    Raise `PermissionDenied` if the actor is banned and is invited to a group.
    """
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    chat, member = opened.chat, opened.member
    if member.status == "active":
        return False
    if chat.kind == "group":
        policies.ensure_not_banned(actor)
        _hide_history(chat, member)
        await memberships.add_change(session, actor.id, chat, "joined")
        member.joined_at = clock.now()
    member.status, member.has_accepted = "active", True
    events.record(session, MembershipChanged(chat.id, actor.id))
    events.record(session, ChatChanged(chat.id))  # who sent the request may write again
    await session.flush()
    return True


async def decline(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    """Decline a request or an invitation. The other users are not notified.

    Raise `Invalid` if the actor has already accepted it.
    """
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    if opened.member.status != "request":
        raise Invalid(_("You have already accepted this conversation."))
    if opened.chat.kind == "direct":
        opened.member.status = "declined"
    else:
        end(opened.member)
    events.record(session, MembershipChanged(chat_id, actor.id))
    await session.flush()


async def mute(
    session: AsyncSession, actor: Actor, *, chat_id: int, until: datetime | None = None
) -> None:
    """Turn off notifications for a chat, until a time or without an end.

    Raise `Invalid` if the time is in the past.
    """
    if until is not None and until <= clock.now():
        raise Invalid.for_field("until", _("Choose a time in the future."))
    opened = await memberships.get_readable(session, actor, chat_id)
    muted_until = policies.FOREVER if until is None else min(until, policies.FOREVER)
    await _set(session, opened, muted_until=muted_until)


async def unmute(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    opened = await memberships.get_readable(session, actor, chat_id)
    await _set(session, opened, muted_until=None)


async def archive(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    """Move a chat to the archive. The next message moves it back to the inbox."""
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    await _set(session, opened, archived_at=clock.now())


async def unarchive(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    await _set(session, opened, archived_at=None)


async def edit_group(
    session: AsyncSession, actor: Actor, *, chat_id: int, changes: GroupChanges
) -> Chat:
    """Change the name or settings of a group, or hand it over to another member.

    Raise `Invalid` if the name is too long, the picture is not available, or the new owner is not a
    member.
    """
    opened = await _get_managed(session, actor, chat_id)
    chat = opened.chat
    if changes.name is not None:
        name = clean_line(changes.name, field="name", max_length=policies.NAME_MAX_LENGTH)
        if name != chat.name:
            chat.name = name
            await memberships.add_change(session, actor.id, chat, "renamed", name=name)
    if "picture" in changes.model_fields_set:
        await chat_files.set_group_picture(session, actor, chat, changes.picture)
    if changes.newcomers_see_history is not None:
        chat.newcomers_see_history = changes.newcomers_see_history
    if changes.owner_id is not None and changes.owner_id != actor.id:
        members = await memberships.find_members(session, chat, [changes.owner_id])
        new_owner = members.get(changes.owner_id)
        if new_owner is None or new_owner.status != "active":
            raise Invalid.for_field("owner", _("This person is not in the group."))
        await _hand_over(session, chat, opened.member, new_owner)
    events.record(session, ChatChanged(chat_id))
    await session.flush()
    return chat


async def add_members(
    session: AsyncSession, actor: Actor, *, chat_id: int, user_ids: Collection[int]
) -> None:
    """Add users to a group. Strangers are invited. Users who are in the group stay unchanged.

    Raises:
        PermissionDenied: The actor is not the owner, has no plan with the feature, or one of the
            users takes no messages from the actor.
        Invalid: The group would have too many members.
    """
    opened = await _get_managed(session, actor, chat_id)
    policies.ensure_has_feature(actor)
    chat = opened.chat
    members = await memberships.find_members(session, chat)
    present = {row.user_id for row in members.values() if policies.may_read(row)}
    new_ids = [user_id for user_id in dict.fromkeys(user_ids) if user_id not in present]
    if not new_ids:
        return
    policies.ensure_members_count(len(present) + len(new_ids))
    for partner in await load_reachable_partners(session, actor, new_ids):
        await _add_member(session, actor, chat, members.get(partner.user_id), partner)
    events.record(session, ChatChanged(chat_id))
    await session.flush()


async def _add_member(
    session: AsyncSession, actor: Actor, chat: Chat, member: ChatMember | None, partner: Partner
) -> None:
    """Add a user, whose earlier membership is `member`, to a group."""
    if member is None:
        member = new_member(session, chat, partner, inviter_id=actor.id)
    else:
        member.role, member.joined_at, member.left_at = "member", clock.now(), None
        join(session, member, partner, inviter_id=actor.id)
    await session.flush()
    if member.status == "active":
        _hide_history(chat, member)
        await memberships.add_change(session, actor.id, chat, "added", subject_id=partner.user_id)


async def remove_member(session: AsyncSession, actor: Actor, *, chat_id: int, user_id: int) -> bool:
    """Remove a user from a group, or leave it if the user is the actor."""
    if actor.id == user_id:
        await leave(session, actor, chat_id=chat_id)
        return True
    opened = await _get_managed(session, actor, chat_id)
    member = (await memberships.find_members(session, opened.chat, [user_id])).get(user_id)
    if member is None or not policies.may_read(member):
        return False
    was_active = member.status == "active"
    end(member)
    events.record(session, MembershipChanged(chat_id, user_id))
    if was_active:
        await memberships.add_change(session, actor.id, opened.chat, "removed", subject_id=user_id)
    events.record(session, ChatChanged(chat_id))
    await session.flush()
    return True


async def leave(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    """Leave a group. If the owner leaves, the first of the members who can manage it becomes owner.

    Raise `PermissionDenied` if the chat is not a group.
    """
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    if opened.chat.kind != "group":
        raise PermissionDenied(_("You can only leave groups. Archive this conversation instead."))
    await end_membership(session, opened.chat, opened.member)


async def end_membership(session: AsyncSession, chat: Chat, member: ChatMember) -> None:
    """Take a user out of a group that the caller has locked. The last one takes the group along.

    Its recent invitations stay, because they count for `partners.ensure_may_request`.
    `retention.delete_abandoned_groups` deletes them later.
    """
    was_active = member.status == "active"
    end(member)
    await session.flush()
    events.record(session, MembershipChanged(chat.id, member.user_id))
    members = await memberships.find_members(session, chat)
    active = [row for row in members.values() if row.status == "active"]
    if not active:
        await _abandon(session, chat, members.values())
        return
    if was_active:
        await memberships.add_change(session, member.user_id, chat, "left")
    if not any(row.role == "owner" for row in active):
        await _hand_over(session, chat, member, await _choose_owner(session, active))
    events.record(session, ChatChanged(chat.id))
    await session.flush()


async def _abandon(session: AsyncSession, chat: Chat, members: Collection[ChatMember]) -> None:
    """Delete a group without active members. If it has recent invitations, delete its messages."""
    start = clock.now() - policies.REQUEST_WINDOW
    if not any(row.requested_at is not None and row.requested_at > start for row in members):
        await session.execute(delete(Chat).where(col(Chat.id) == chat.id))
        return
    for row in members:
        if policies.may_read(row):
            end(row)
            events.record(session, MembershipChanged(chat.id, row.user_id))
    chat.picture_id = None
    await session.flush()
    await session.execute(
        delete(ChatMessage)
        .where(col(ChatMessage.chat_id) == chat.id)
        .execution_options(synchronize_session=False)
    )


async def _choose_owner(session: AsyncSession, members: Sequence[ChatMember]) -> ChatMember:
    """Return the member who joined first, if possible one who is neither banned nor deleted."""
    ids = [row.user_id for row in members]
    listed = set(
        await session.scalars(select(User.id).where(col(User.id).in_(ids), people.is_listed))
    )
    return next((row for row in members if row.user_id in listed), members[0])


def end(member: ChatMember) -> None:
    member.status, member.left_at = "left", clock.now()


async def _hand_over(
    session: AsyncSession, chat: Chat, owner: ChatMember, new_owner: ChatMember
) -> None:
    owner.role, new_owner.role = "member", "owner"
    await memberships.add_change(
        session, owner.user_id, chat, "owner", subject_id=new_owner.user_id
    )


def _hide_history(chat: Chat, member: ChatMember) -> None:
    """Let a new member see only what is sent from now on, unless the group shows its history."""
    if not chat.newcomers_see_history:
        member.sees_from_id = chat.last_message_id
    member.last_read_message_id = max(member.last_read_message_id, chat.last_message_id)


async def _get_managed(session: AsyncSession, actor: Actor, chat_id: int) -> OpenChat:
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    policies.ensure_not_banned(actor)
    policies.ensure_may_manage(opened.chat, opened.member)
    return opened


async def _set(session: AsyncSession, opened: OpenChat, **values: datetime | None) -> None:
    for name, value in values.items():
        setattr(opened.member, name, value)
    events.record(session, MembershipChanged(opened.chat.id, opened.member.user_id))
    await session.flush()
