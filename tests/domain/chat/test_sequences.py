"""Tests that random actions on a group keep access, order, read pointers and unread counts."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import NotFound, PermissionDenied
from community.domain import chat, follows
from community.models import Chat, ChatMember, ChatMessage
from tests import factories
from tests.cast import Cast
from tests.domain.actions import follow, ignore, run
from tests.domain.chat.conftest import create_group, read_messages, send, subscribe, view

# The first person owns the group and stays in it. The last number selects an earlier message.
ACTIONS = st.one_of(
    st.tuples(st.sampled_from(("send", "send", "read", "delete")), st.integers(0, 2)),
    st.tuples(st.sampled_from(("join", "leave", "remove")), st.integers(1, 2)),
    st.tuples(st.sampled_from(("ignore", "unignore", "ban", "unban")), st.integers(0, 2)),
)


@dataclass
class Member:
    is_active: bool = True
    is_banned: bool = False
    sees_from: int = 0
    pointer: int = 0
    ignores: set[int] = field(default_factory=set)


class Group:
    """A group, and what the members should see of it after each action."""

    def __init__(self, people: list[Actor], group: Chat) -> None:
        self.people, self.group = people, group
        self.members: dict[int, Member] = defaultdict(Member)
        self.deleted: set[int] = set()
        self.rows: list[ChatMessage] = []

    async def load(self) -> None:
        """Load all messages in the order of their ids, also those that no member sees."""
        async with read_session() as session:
            found = await session.scalars(select(ChatMessage).order_by(col(ChatMessage.id)))
            self.rows = [row for row in found if row.chat_id == self.group.id]

    @property
    def last_id(self) -> int:
        return self.rows[-1].id

    def list_visible(self, user_id: int) -> list[ChatMessage]:
        member = self.members[user_id]
        return [
            row
            for row in self.rows
            if row.id > member.sees_from and row.author_id not in member.ignores
        ]

    def count_unread(self, user_id: int) -> int:
        return sum(
            row.id > self.members[user_id].pointer
            and row.author_id != user_id
            and not row.change
            and row.id not in self.deleted
            for row in self.list_visible(user_id)
        )

    async def send(self, actor: Actor, _: int) -> None:
        sent = await send(actor, self.group)
        self.members[actor.id].pointer = sent.id

    async def read(self, actor: Actor, choice: int) -> None:
        message_id = self.rows[choice % len(self.rows)].id
        await run(chat.mark_read, actor, chat_id=self.group.id, message_id=message_id)
        member = self.members[actor.id]
        member.pointer = max(member.pointer, message_id)

    async def delete(self, actor: Actor, choice: int) -> None:
        row = self.rows[choice % len(self.rows)]
        await run(chat.delete_message, actor, chat_id=self.group.id, message_id=row.id)
        self.deleted.add(row.id)

    async def join(self, actor: Actor, _: int) -> None:
        member, owner = self.members[actor.id], self.people[0]
        await run(chat.add_members, owner, chat_id=self.group.id, user_ids=[actor.id])
        if not member.is_active:
            last_id = self.last_id
            await run(chat.accept, replace(actor, banned_at=None), chat_id=self.group.id)
            member.is_active, member.sees_from = True, last_id
            member.pointer = max(member.pointer, last_id)

    async def leave(self, actor: Actor, _: int) -> None:
        await run(chat.leave, actor, chat_id=self.group.id)
        self.members[actor.id].is_active = False

    async def remove(self, actor: Actor, _: int) -> None:
        owner = self.people[0]
        await run(chat.remove_member, owner, chat_id=self.group.id, user_id=actor.id)
        self.members[actor.id].is_active = False

    async def ignore(self, actor: Actor, choice: int) -> None:
        other = self.people[choice % len(self.people)]
        if other.id != actor.id and other.id not in self.members[actor.id].ignores:
            await ignore(actor, other)
            self.members[actor.id].ignores.add(other.id)

    async def unignore(self, actor: Actor, _: int) -> None:
        for other_id in self.members[actor.id].ignores:
            await run(follows.unignore, actor, user_id=other_id)
        self.members[actor.id].ignores.clear()

    async def ban(self, actor: Actor, _: int) -> None:
        self.members[actor.id].is_banned = True

    async def unban(self, actor: Actor, _: int) -> None:
        self.members[actor.id].is_banned = False

    async def act(self, name: str, actor: Actor, choice: int) -> None:
        """Run an action. It may fail only with an error that the rules expect."""
        member, owner = self.members[actor.id], self.members[self.people[0].id]
        is_banned = owner.is_banned if name in {"join", "remove"} else member.is_banned
        if is_banned:
            self.people = [self._apply_ban(person) for person in self.people]
            actor = self._apply_ban(actor)
        try:
            await getattr(self, name)(actor, choice)
        except NotFound:
            assert not member.is_active or name == "delete"
        except PermissionDenied:
            assert is_banned or name in {"delete", "join"}
        self.people = [replace(person, banned_at=None) for person in self.people]
        await self.load()

    def _apply_ban(self, actor: Actor) -> Actor:
        return replace(actor, banned_at=clock.now() if self.members[actor.id].is_banned else None)

    async def check(self, actor: Actor) -> None:
        member = self.members[actor.id]
        if not member.is_active:
            for attempt in (read_messages(actor, self.group), view(actor, self.group)):
                with pytest.raises(NotFound):
                    await attempt
            return
        visible = self.list_visible(actor.id)
        page = await read_messages(actor, self.group)
        assert [row.id for row in page.items] == [row.id for row in reversed(visible)]
        assert all(
            (row.text == "") == (row.id in self.deleted or bool(row.change)) for row in page.items
        )
        shown = await view(actor, self.group)
        assert shown.unread_count == self.count_unread(actor.id)
        assert (shown.last_message and shown.last_message.id) == (
            visible[-1].id if visible else None
        )
        async with read_session() as session:
            counts = await chat.count_unread(session, actor)
            stored = await session.get_one(ChatMember, (self.group.id, actor.id))
        assert counts.messages == self.count_unread(actor.id)
        assert stored.last_read_message_id == member.pointer

    async def check_pushes(self) -> None:
        """Check that a live update of each message reaches exactly those who see the message."""
        viewers = {
            person.id: replace(person, has_ignored_users=bool(self.members[person.id].ignores))
            for person in self.people
        }
        for row in self.rows:
            async with read_session() as session:
                audiences = await chat.find_message_audiences(
                    session, message_id=row.id, viewers=viewers
                )
            reached = {user_id for audience in audiences for user_id in audience.user_ids}
            assert reached == {
                user_id
                for user_id in viewers
                if self.members[user_id].is_active and row in self.list_visible(user_id)
            }


@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=st.lists(st.tuples(ACTIONS, st.integers(0, 20)), min_size=4, max_size=14))
async def test_what_members_see_follows_from_the_actions(
    cast: Cast, actions: list[tuple[tuple[str, int], int]]
) -> None:
    people = [subscribe(await factories.user(f"{uuid4()}"[:8])) for _ in range(3)]
    for person in people[1:]:
        await follow(person, people[0])
    group = Group(people, await create_group(*people))
    await group.load()
    async with read_session() as session:
        for person in people:
            row = await session.get_one(ChatMember, (group.group.id, person.id))
            group.members[person.id] = Member(
                sees_from=row.sees_from_id, pointer=row.last_read_message_id
            )
    for (name, number), choice in actions:
        await group.act(name, people[number], choice)
    for person in people:
        await group.check(person)
    await group.check_pushes()
