"""Tests of groups: invitations, history for new members, owners, and leaving."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import engine, read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import chat
from community.domain.chat import MESSAGES_PER_PAGE, Folder, GroupChanges, WhoMayWrite
from community.domain.chat.visibility.visibility import MAX_LATEST
from community.jobs.registry import SCHEDULED_JOBS
from community.models import Chat, ChatMember, ChatMessage, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import follow, ignore, run
from tests.domain.chat.conftest import (
    create_group,
    list_chats,
    read_messages,
    read_texts,
    send,
    subscribe,
    view,
)


async def test_strangers_are_invited_and_others_are_added(writers: Cast) -> None:
    await follow(writers.bob, writers.alice)
    group = await run(
        chat.create_group, writers.alice, user_ids=[writers.bob.id, writers.charlie.id]
    )
    assert not (await view(writers.bob, group)).is_request
    assert [found.id for found in await list_chats(writers.charlie, folder=Folder.REQUESTS)] == [
        group.id
    ]
    await send(writers.alice, group, "Welcome")
    assert await read_texts(writers.charlie, group) == []
    with pytest.raises(PermissionDenied):
        await send(writers.charlie, group)
    await run(chat.accept, writers.charlie, chat_id=group.id)
    await send(writers.charlie, group, "Thanks")
    assert await read_texts(writers.charlie, group) == ["Thanks", "joined"]


async def test_creating_a_group_needs_the_feature_and_willing_people(
    writers: Cast, cast: Cast
) -> None:
    with pytest.raises(PermissionDenied) as error:
        await run(chat.create_group, cast.alice, user_ids=[cast.bob.id])
    assert error.value.code == "subscription_feature_required"
    await run(chat.set_preferences, writers.bob, who=WhoMayWrite.NO_USER)
    for user_ids in ([writers.bob.id], [9_999]):
        with pytest.raises(PermissionDenied) as error:
            await run(chat.create_group, writers.alice, user_ids=user_ids)
        assert error.value.code == "messages_not_accepted"
    for user_ids in ([], [writers.alice.id], list(range(100, 150))):
        with pytest.raises(Invalid):
            await run(chat.create_group, writers.alice, user_ids=user_ids)


async def test_a_group_has_at_most_fifty_members(writers: Cast) -> None:
    people = [await factories.user(f"person{number}") for number in range(50)]
    group = await run(
        chat.create_group, writers.alice, user_ids=[person.id for person in people[:49]]
    )
    assert (await view(writers.alice, group)).members_count == 50
    with pytest.raises(Invalid):
        await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[people[49].id])
    await run(chat.remove_member, writers.alice, chat_id=group.id, user_id=people[0].id)
    await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[people[49].id])
    [listed] = await list_chats(writers.alice)
    assert (len(listed.members), listed.members_count) == (4, 50)


@pytest.mark.parametrize("sees_history", [True, False])
async def test_the_owner_decides_whether_newcomers_see_the_history(
    writers: Cast, *, sees_history: bool
) -> None:
    group = await create_group(writers.alice, writers.bob)
    await send(writers.alice, group, "Before")
    changes = GroupChanges(newcomers_see_history=sees_history)
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=changes)
    await follow(writers.charlie, writers.alice)
    await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[writers.charlie.id])
    await send(writers.alice, group, "After")
    texts = await read_texts(writers.charlie, group)
    assert texts[:2] == ["After", "added"]
    assert ("Before" in texts) == sees_history
    assert (await view(writers.charlie, group)).unread_count == 1


async def test_replies_do_not_quote_what_a_newcomer_may_not_see(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob)
    changes = GroupChanges(newcomers_see_history=False)
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=changes)
    before = await send(writers.alice, group, "Before")
    await follow(writers.charlie, writers.alice)
    await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[writers.charlie.id])
    reply = await send(writers.bob, group, "After", reply_to=before)
    viewers = {user.id: user for user in (writers.alice, writers.charlie)}
    for actor, is_shown in ((writers.alice, True), (writers.charlie, False)):
        shown = (await read_messages(actor, group)).items[0]
        assert (shown.text, shown.reply_to is not None) == ("After", is_shown)
    async with read_session() as session:
        audiences = await chat.find_message_audiences(session, message_id=reply.id, viewers=viewers)
    quotes = {id_: found.view.reply_to for found in audiences for id_ in found.user_ids}
    assert quotes[writers.alice.id] is not None
    assert quotes[writers.charlie.id] is None


async def test_who_is_removed_or_leaves_no_longer_finds_the_group(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    assert await run(chat.remove_member, writers.alice, chat_id=group.id, user_id=writers.bob.id)
    assert not await run(
        chat.remove_member, writers.alice, chat_id=group.id, user_id=writers.bob.id
    )
    await run(chat.leave, writers.charlie, chat_id=group.id)
    for actor in (writers.bob, writers.charlie):
        with pytest.raises(NotFound):
            await read_texts(actor, group)
        assert await list_chats(actor) == []
    assert (await read_texts(writers.alice, group))[:2] == ["left", "removed"]


async def test_only_the_owner_manages_a_group(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    changes = GroupChanges(name="Mine")
    for attempt in (
        run(chat.edit_group, writers.bob, chat_id=group.id, changes=changes),
        run(chat.add_members, writers.bob, chat_id=group.id, user_ids=[writers.olga.id]),
        run(chat.remove_member, writers.bob, chat_id=group.id, user_id=writers.charlie.id),
    ):
        with pytest.raises(PermissionDenied):
            await attempt
    can = (await view(writers.bob, group)).can
    assert (can.add_members, can.edit, can.leave) == (False, False, True)


async def test_the_owner_hands_the_group_over(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob)
    for user_id in (writers.charlie.id, 9_999):
        with pytest.raises(Invalid):
            await run(
                chat.edit_group,
                writers.alice,
                chat_id=group.id,
                changes=GroupChanges(owner_id=user_id),
            )
    changes = GroupChanges(owner_id=writers.bob.id, name="Millers")
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=changes)
    assert (await view(writers.bob, group)).can.edit
    assert not (await view(writers.alice, group)).can.edit
    assert (await read_texts(writers.bob, group))[:2] == ["owner", "renamed"]


async def test_a_group_without_its_owner_gets_another_and_ends_with_the_last(
    writers: Cast,
) -> None:
    group = await create_group(writers.alice, writers.bob)
    await run(chat.leave, writers.alice, chat_id=group.id)
    assert (await view(writers.bob, group)).can.edit
    await run(chat.leave, writers.bob, chat_id=group.id)
    async with read_session() as session:
        assert (
            await session.scalar(select(ChatMessage).where(ChatMessage.chat_id == group.id)) is None
        )
        assert await session.get(Chat, group.id)  # for the invitations of this day
    with clock.travel(timedelta(days=1, minutes=1)):
        await SCHEDULED_JOBS["purge_messages"].function()
    async with read_session() as session:
        assert await session.get(Chat, group.id) is None


async def test_a_banned_or_deleted_member_gets_a_group_only_if_there_is_no_other(
    writers: Cast,
) -> None:
    people = [subscribe(await factories.user(f"person{number}")) for number in range(2)]
    group = await create_group(writers.alice, writers.bob, writers.charlie, *people)
    await _change(writers.bob, banned_at=clock.now())
    await _change(writers.charlie, deleted_at=clock.now())
    for leaving, owner in ((writers.alice, people[0]), (people[0], people[1])):
        await run(chat.leave, leaving, chat_id=group.id)
        assert (await view(owner, group)).can.edit
    await run(chat.leave, people[1], chat_id=group.id)
    async with read_session() as session:
        member = await session.get_one(ChatMember, (group.id, writers.bob.id))
    assert member.role == "owner"


async def _change(user: Actor, **values: Any) -> None:
    async with unit_of_work() as session:
        row = await session.get_one(User, user.id)
        for name, value in values.items():
            setattr(row, name, value)


async def test_messages_of_an_ignored_member_are_hidden_and_not_counted(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    await send(writers.bob, group, "From Bob")
    await ignore(writers.charlie, writers.bob)
    charlie = replace(writers.charlie, has_ignored_users=True)
    await send(writers.alice, group, "From Alice")
    await send(writers.bob, group, "More from Bob")
    texts = await read_texts(charlie, group)
    assert texts[0] == "From Alice"
    assert "From Bob" not in texts
    shown = await view(charlie, group)
    assert shown.unread_count == 1
    assert shown.last_message is not None
    assert shown.last_message.text == "From Alice"
    assert "From Bob" in await read_texts(writers.alice, group)


async def test_direct_chats_cannot_be_left_or_managed(writers: Cast) -> None:
    opened = await run(chat.start, writers.alice, user_id=writers.bob.id)
    with pytest.raises(PermissionDenied):
        await run(chat.leave, writers.alice, chat_id=opened[0].id)
    with pytest.raises(PermissionDenied):
        await run(
            chat.add_members, writers.alice, chat_id=opened[0].id, user_ids=[writers.charlie.id]
        )


async def test_ignoring_hides_messages_in_lists_from_that_member_only(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    await send(writers.alice, group, "Sourdough")
    await ignore(writers.charlie, writers.alice)
    for actor, last, unread_count in ((writers.bob, "Sourdough", 1), (writers.charlie, "", 0)):
        [listed] = await list_chats(actor)
        assert listed.last_message is not None
        assert (listed.last_message.text, listed.unread_count) == (last, unread_count)
    assert [found.id for found in await list_chats(writers.bob, search="sourd")] == [group.id]
    assert await list_chats(writers.charlie, search="sourd") == []


async def test_few_messages_of_an_ignored_member_are_read(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    bread = await send(writers.alice, group, "Sourdough")
    await add_messages(group, writers.bob, "Flour", 30 * MAX_LATEST)
    await ignore(writers.charlie, writers.bob)
    await analyze_tables()
    charlie = replace(writers.charlie, has_ignored_users=True)
    key = {"chat_id": group.id}
    with capture_executions() as executions:
        [listed] = await list_chats(charlie)
        texts = await read_texts(charlie, group)
        older = await read_texts(charlie, group, before=bread.id + 20 * MAX_LATEST)
        newer = await read_texts(charlie, group, after=bread.id - 1)
        async with read_session() as session:
            unread = await chat.count_unread(session, charlie)
            unread_id = await chat.find_first_unread(session, charlie, **key)
            since_id = await chat.find_first_since(session, charlie, **key, start=bread.created_at)
            no_id = await chat.find_first_since(session, charlie, **key, start=clock.now())
    assert listed.last_message
    assert listed.last_message.id == unread_id == since_id == bread.id
    assert listed.unread_count == unread.messages == 1
    assert no_id == 0
    assert texts == older
    assert (texts[0], newer) == ("Sourdough", ["Sourdough"])
    for sql, parameters in executions:
        assert await count_read_messages(sql, parameters) <= 2 * MAX_LATEST + 10, sql


async def test_few_messages_are_read_to_count_the_unread_ones(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    await add_messages(group, writers.bob, "Flour", 30 * MAX_LATEST)
    await analyze_tables()
    with capture_executions() as executions:
        await list_chats(writers.charlie)
        async with read_session() as session:
            await chat.count_unread(session, writers.charlie)
    for sql, parameters in executions:
        assert await count_read_messages(sql, parameters) <= 2 * MAX_LATEST + 10, sql
        # Otherwise SQLite reads an index of all messages of the chat.
        steps = await list_sqlite_steps(sql, parameters)
        assert not [step for step in steps if "messages" in step and "chat_id>?" in step]


async def test_a_page_of_a_member_who_ignores_another_searches_each_author_once(
    writers: Cast,
) -> None:
    authors = (writers.alice, writers.bob, writers.charlie)
    group = await create_group(*authors)
    for author in authors:
        await add_messages(group, author, "Rye", MESSAGES_PER_PAGE)
    await ignore(writers.charlie, writers.bob)
    await analyze_tables()
    with capture_executions() as executions:
        await read_texts(writers.charlie, group)
    searches = [await count_searches_of_messages(*execution) for execution in executions]
    # One for each author, and one for each message of the page.
    assert max(searches) <= len(authors) + MESSAGES_PER_PAGE + 1


@pytest.mark.parametrize("count", [99, 100, 101])
async def test_unread_messages_are_counted_up_to_a_limit(writers: Cast, count: int) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    await add_messages(group, writers.alice, "Rye", count - 1)
    await add_messages(group, writers.bob, "Flour", 2 * MAX_LATEST)
    await ignore(writers.charlie, writers.bob)
    [listed] = await list_chats(writers.charlie)
    assert listed.unread_count == min(count, 100)


async def add_messages(group: Chat, author: Actor, text: str, count: int) -> None:
    async with unit_of_work() as session:
        rows = [
            {"chat_id": group.id, "author_id": author.id, "text": text, "html": ""}
            | {"reactions": {}, "reactions_count": 0, "files_count": 0, "created_at": clock.now()}
            for _ in range(count)
        ]
        await session.execute(insert(ChatMessage), rows)
    await send(author, group, text)


async def test_pages_without_ignored_members_are_in_order(writers: Cast) -> None:
    authors = (writers.alice, writers.bob, writers.charlie)
    group = await create_group(*authors)
    await ignore(writers.charlie, writers.bob)
    shown = [message.id for message in (await read_messages(writers.charlie, group)).items]
    choices = Random(1).choices(authors, k=12)
    sent = [(await send(author, group)).id for author in choices]
    ids = [*reversed(shown)] + [
        id_ for id_, author in zip(sent, choices, strict=True) if author is not writers.bob
    ]
    for index, id_ in enumerate(ids):
        for limit in (1, 4):
            expected = {
                "before": ids[max(index - limit, 0) : index],
                "after": ids[index + 1 : index + 1 + limit],
            }
            for name, found in expected.items():
                page = await read_messages(writers.charlie, group, **{name: id_}, limit=limit)
                assert [message.id for message in page.items] == found[::-1]
        page = await read_messages(writers.charlie, group, around=id_, limit=4)
        assert [message.id for message in page.items] == ids[max(index - 1, 0) : index + 3][::-1]


async def analyze_tables() -> None:
    async with unit_of_work() as session:
        await session.execute(text("ANALYZE"))


@contextmanager
def capture_executions() -> Iterator[list[tuple[str, Any]]]:
    """Yield a list that collects the queries of messages with their parameters."""
    found: list[tuple[str, Any]] = []

    def collect(_connection: Any, _cursor: Any, sql: str, parameters: Any, *_: Any) -> None:
        if sql.startswith(("SELECT", "WITH")) and "FROM messages" in sql:
            found.append((sql, parameters))

    event.listen(engine().sync_engine, "before_cursor_execute", collect)
    try:
        yield found
    finally:
        event.remove(engine().sync_engine, "before_cursor_execute", collect)


async def count_read_messages(sql: str, parameters: Any) -> int:
    """Return how many messages PostgreSQL reads for a query. SQLite does not tell it: 0."""
    plan = await explain(sql, parameters)
    return 0 if plan is None else _sum_rows(plan)


async def list_sqlite_steps(sql: str, parameters: Any) -> list[str]:
    """Return the plan of a query on SQLite, or nothing on PostgreSQL."""
    async with read_session() as session:
        if session.get_bind().dialect.name != "sqlite":
            return []
        connection = await session.connection()
        steps = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters)
        return [step.detail for step in steps]


async def count_searches_of_messages(sql: str, parameters: Any) -> int:
    """Return how often PostgreSQL searches messages for a query. SQLite does not tell it: 0."""
    plan = await explain(sql, parameters)
    return 0 if plan is None else _sum_searches(plan)


async def explain(sql: str, parameters: Any) -> dict[str, Any] | None:
    """Return the plan of a query after PostgreSQL ran it, or None on SQLite."""
    async with read_session() as session:
        if session.get_bind().dialect.name == "sqlite":
            return None
        connection = await session.connection()
        explained = f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}"
        [[found]] = (await connection.exec_driver_sql(explained, parameters)).all()
    plan: dict[str, Any] = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return plan


def _sum_searches(node: dict[str, Any]) -> int:
    own = node["Actual Loops"] if node.get("Relation Name") == "messages" else 0
    return int(own) + sum(_sum_searches(child) for child in node.get("Plans", ()))


def _sum_rows(node: dict[str, Any]) -> int:
    own = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    is_scan = node.get("Relation Name") == "messages"
    below = sum(_sum_rows(child) for child in node.get("Plans", ()))
    return below + (int(own * node["Actual Loops"]) if is_scan else 0)
