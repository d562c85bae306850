"""Tests that random actions on a group keep the order, the read pointers and the unread counts."""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from community.core.db.sessions import read_session
from community.domain import chat
from community.models import Chat, ChatMember
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.chat.conftest import create_group, read_messages, send, view

PEOPLE = st.integers(0, 2)
# The number selects one of the messages that were sent before.
ACTIONS = st.one_of(
    st.tuples(st.just("send"), PEOPLE, st.just(0)),
    st.tuples(st.just("read"), PEOPLE, st.integers(0, 20)),
    st.tuples(st.just("delete"), PEOPLE, st.integers(0, 20)),
)


@dataclass
class Model:
    """What the test expects: the authors of the messages by id, and how far each user has read."""

    pointers: dict[int, int]
    authors: dict[int, int] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)

    def count_unread(self, user_id: int) -> int:
        return sum(
            message_id > self.pointers[user_id]
            and author_id != user_id
            and message_id not in self.deleted
            for message_id, author_id in self.authors.items()
        )


@hypothesis_settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=st.lists(ACTIONS, min_size=4, max_size=12))
async def test_order_pointers_and_counts_follow_from_the_actions(
    writers: Cast, actions: list[tuple[Any, ...]]
) -> None:
    people = [writers.alice, writers.bob, writers.charlie]
    group = await create_group(*people)
    model = Model(await _load_pointers(group))
    for kind, number, choice in actions:
        actor = people[number]
        ids = list(model.authors)
        if kind == "send":
            message = await send(actor, group)
            model.authors[message.id] = actor.id
            model.pointers[actor.id] = message.id
        elif ids and kind == "read":
            message_id = ids[choice % len(ids)]
            await run(chat.mark_read, actor, chat_id=group.id, message_id=message_id)
            model.pointers[actor.id] = max(model.pointers[actor.id], message_id)
        elif ids and model.authors[message_id := ids[choice % len(ids)]] == actor.id:
            await run(chat.delete_message, actor, chat_id=group.id, message_id=message_id)
            model.deleted.add(message_id)
    assert await _load_pointers(group) == model.pointers
    for person in people:
        page = await read_messages(person, group)
        assert [row.id for row in page.items if not row.change] == sorted(model.authors)[::-1]
        assert (await view(person, group)).unread_count == model.count_unread(person.id)


async def _load_pointers(group: Chat) -> dict[int, int]:
    async with read_session() as session:
        return {
            user_id: (await session.get_one(ChatMember, (group.id, user_id))).last_read_message_id
            for user_id in await chat.list_readers(session, group.id)
        }
