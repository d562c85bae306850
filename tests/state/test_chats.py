"""Tests of private messages in open tabs: pages, own messages and pushes."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy import event

from community.api.app import create_app, wrap_in_outer_middleware
from community.core import clock
from community.core.db import sessions
from community.core.db.sessions import unit_of_work
from community.core.rate_limits import PER_MINUTE, count_hit, get_actor_key
from community.domain import chat, follows, search
from community.realtime.messages import Message
from community.state.pages.chat.chats import ChatsState, NewGroupState, StartChatState
from community.state.pages.chat.open_chat import ChatActionsState, ChatState
from community.state.pages.chat.pushes import (
    ChatPush,
    ChatReadPush,
    ChatRemovedPush,
    IgnoringPush,
    MessagePush,
    MessageRejectedPush,
    TypingPush,
)
from community.state.pages.chat.unread_messages import UnreadMessagesPush
from community.state.pages.layout import LayoutState
from community.state.runtime.live_updates import MessageCollector
from community.state.runtime.toasts import ToastsState
from tests.api.credentials import sign_in
from tests.api.test_chats import post
from tests.cast import Cast
from tests.domain.actions import follow, ignore, run
from tests.domain.chat.conftest import (
    create_group,
    open_conversation,
    read_texts,
    send as send_message,
)
from tests.query_capture import capture_queries
from tests.state.chat_tabs import list_texts, open_chat, open_home, send, subscribe_writers
from tests.state.tabs import SocketServer


@pytest.fixture
async def writers(cast: Cast) -> Cast:
    return await subscribe_writers(cast)


async def test_a_chat_opens_with_its_latest_messages_and_loads_older_ones(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    sent = [await send_message(writers.alice, opened, f"Text {number}") for number in range(60)]
    tab = await open_chat(socket_server, writers.bob, opened)
    assert tab[ChatState]["chat"]["members_count"] == 2
    page = tab[ChatState]["loaded_page"]
    assert [item["id"] for item in page["items"]] == [row.id for row in sent[:-51:-1]]
    assert (page["kind"], page["has_older"], page["has_newer"]) == ("latest", True, False)
    assert page["is_initial"]
    assert page["first_unread_id"] == sent[0].id - 1
    await tab.send(ChatState.load_older, chat_id=opened.id, before=sent[10].id)
    older = tab[ChatState]["loaded_page"]
    assert (len(older["items"]), older["has_older"], older["kind"]) == (11, False, "older")
    await tab.send(ChatState.load_newer, chat_id=opened.id, after=sent[57].id)
    newer = tab[ChatState]["loaded_page"]
    assert [item["text"] for item in newer["items"]] == ["Text 59", "Text 58"]
    await tab.send(ChatState.load_around, chat_id=opened.id, message_id=sent[30].id)
    around = tab[ChatState]["loaded_page"]
    assert (around["has_older"], around["has_newer"], around["anchor_id"]) == (
        True,
        True,
        sent[30].id,
    )
    await tab.send(ChatState.search, chat_id=opened.id, text="Text 5")
    assert len(tab[ChatState]["loaded_page"]["items"]) == 15
    await tab.send(ChatState.jump_to_date, chat_id=opened.id, start="2000-01-01T00:00:00+00:00")
    assert tab[ChatState]["loaded_page"]["items"][-1]["text"] == "Hello"


async def test_a_link_to_a_message_opens_the_chat_around_it(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    sent = [await send_message(writers.alice, opened, f"Text {number}") for number in range(60)]
    tab = await open_chat(socket_server, writers.bob, opened, f"?message={sent[0].id}")
    page = tab[ChatState]["loaded_page"]
    assert (page["kind"], page["has_newer"]) == ("around", True)
    assert "Text 0" in [item["text"] for item in page["items"]]


async def test_the_list_shows_chats_by_folder_with_the_beginning_of_messages(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await send_message(writers.alice, opened, "Long " * 100)
    tab = await open_chat(socket_server, writers.bob, opened)
    (row,) = tab[ChatsState]["loaded_page"]["rows"]
    assert (len(row["last_message"]["text"]), row["last_message"]["html"]) == (200, "")
    await tab.send(ChatActionsState.archive, chat_id=opened.id)
    await tab.send(ChatsState.open_folder, folder="archived")
    assert len(tab[ChatsState]["loaded_page"]["rows"]) == 1
    await tab.send(ChatsState.search, folder="archived", text="nobody")
    assert tab[ChatsState]["loaded_page"]["rows"] == []


async def test_a_message_appears_in_all_tabs_of_the_chat_and_of_the_sender(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice, bob = [
        await open_chat(socket_server, one, opened) for one in (writers.alice, writers.bob)
    ]
    alice_elsewhere, bob_elsewhere = [
        await open_home(socket_server, one) for one in (writers.alice, writers.bob)
    ]
    client_id = str(uuid4())
    await send(alice, opened, "Good *morning*", client_id=client_id)
    (seen,) = bob.get_pushes(MessagePush)
    assert "<em>morning</em>" in seen["message"]["html"]
    assert "client_id" not in seen["message"]
    assert not seen["message"]["can"]["edit"]
    mine = alice.get_pushes(MessagePush)
    assert sorted(push["is_submitted_here"] for push in mine) == [False, True]
    assert {push["message"]["client_id"] for push in mine} == {client_id}
    assert all(push["message"]["can"]["edit"] for push in mine)
    assert list_texts(alice_elsewhere) == ["Good *morning*"]
    assert list_texts(bob_elsewhere) == []
    counts = bob_elsewhere.get_pushes(UnreadMessagesPush)[-1]
    assert counts == {"chats": 1, "messages": 2, "requests": 0}
    (row,) = bob.get_pushes(ChatPush)
    assert row["chat"]["last_message"]["text"] == "Good *morning*"
    assert row["chat"]["unread_count"] == 2


async def test_a_repeated_message_is_answered_again_but_sent_once(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice, bob = [
        await open_chat(socket_server, one, opened) for one in (writers.alice, writers.bob)
    ]
    client_id = str(uuid4())
    for _ in range(2):
        await send(alice, opened, "Once", client_id=client_id)
    assert list_texts(bob) == ["Once"]
    submitted = [push for push in alice.get_pushes(MessagePush) if push["is_submitted_here"]]
    assert len({push["message"]["id"] for push in submitted}) == 1
    assert len(submitted) == 2


async def test_a_rejected_message_is_reported_to_the_tab_that_sent_it(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice, other = [await open_chat(socket_server, writers.alice, opened) for _ in range(2)]
    client_id = str(uuid4())
    await send(alice, opened, "x" * 4_001, client_id=client_id)
    (push,) = alice.get_pushes(MessageRejectedPush)
    assert (push["client_id"], push["code"], push["is_final"]) == (client_id, "validation", True)
    assert other.get_pushes(MessageRejectedPush) == []
    assert alice[ToastsState]["toasts"] == []


async def test_the_limit_of_messages_asks_the_browser_to_try_again_later(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice = await open_chat(socket_server, writers.alice, opened)
    for _ in range(PER_MINUTE["private_messages"] - 1):
        await count_hit("private_messages", get_actor_key(writers.alice))
    await send(alice, opened)
    assert alice.get_pushes(MessageRejectedPush) == []
    await send(alice, opened)
    (push,) = alice.get_pushes(MessageRejectedPush)
    assert (push["code"], push["is_final"]) == ("rate_limited", False)
    assert 1 <= push["retry_after"] <= 60


async def test_messages_over_http_and_the_socket_share_the_limit(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice = await open_chat(socket_server, writers.alice, opened)
    transport = ASGITransport(wrap_in_outer_middleware(create_app()))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        await sign_in(client, writers.alice)
        for number in range(PER_MINUTE["private_messages"]):
            if number % 2:
                await send(alice, opened, f"{number}")
            else:
                await post(client, f"/m/{opened.id}/messages", {"text": f"{number}"}, status=201)
        await send(alice, opened)
        await post(client, f"/m/{opened.id}/messages", {"text": "Too many"}, status=429)
    [push] = alice.get_pushes(MessageRejectedPush)
    assert push["code"] == "rate_limited"
    assert await read_texts(writers.bob, opened, limit=100) == [
        *map(str, reversed(range(PER_MINUTE["private_messages"]))),
        "Hello",
    ]


async def test_an_outage_of_the_database_asks_the_browser_to_try_again(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice = await open_chat(socket_server, writers.alice, opened)
    client_id = str(uuid4())

    def fail(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("INSERT INTO messages"):
            raise ConnectionResetError("The database has gone away.")

    engine = sessions.engine().sync_engine
    event.listen(engine, "before_cursor_execute", fail)
    try:
        await send(alice, opened, "Important", client_id=client_id)
    finally:
        event.remove(engine, "before_cursor_execute", fail)
    (push,) = alice.get_pushes(MessageRejectedPush)
    assert (push["client_id"], push["code"], push["is_final"]) == (client_id, "unavailable", False)
    assert push["retry_after"] > 0
    assert alice[ToastsState]["toasts"] == []
    await send(alice, opened, "Important", client_id=client_id)
    assert list_texts(alice)[-1] == "Important"


async def test_a_message_without_a_valid_id_is_refused_with_a_toast(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice = await open_chat(socket_server, writers.alice, opened)
    for message in ({"text": "Hello"}, {"client_id": ["x"], "text": "Hello"}):
        await alice.send(ChatState.send, chat_id=opened.id, message=message)
    assert alice.get_pushes(MessageRejectedPush) == []
    assert len(alice[ToastsState]["toasts"]) == 2


async def test_edits_reactions_and_deletions_reach_the_other_side(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send_message(writers.alice, opened, "Helo")
    alice, bob = [
        await open_chat(socket_server, one, opened) for one in (writers.alice, writers.bob)
    ]
    target = {"chat_id": opened.id, "message_id": message.id}
    await alice.send(ChatState.edit, **target, text="Hello")
    await bob.send(ChatState.react, **target, code="like")
    await alice.send(ChatState.delete, **target)
    texts = [
        (push["message"]["text"], push["message"]["my_reaction"])
        for push in bob.get_pushes(MessagePush)
        if not push["is_submitted_here"]
    ]
    assert texts == [("Hello", None), ("Hello", "like"), ("", None)]
    assert alice.get_pushes(MessagePush)[-1]["message"]["deleted_at"] is not None


async def test_read_marks_are_shown_unless_one_of_the_two_has_turned_them_off(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send_message(writers.alice, opened)
    alice, bob = [
        await open_chat(socket_server, one, opened) for one in (writers.alice, writers.bob)
    ]
    await bob.send(ChatState.mark_read, chat_id=opened.id, message_id=message.id)
    (push,) = alice.get_pushes(ChatReadPush)
    assert {"user_id": writers.bob.id, "message_id": message.id} in push["marks"]
    assert bob.get_pushes(UnreadMessagesPush)[-1]["messages"] == 0
    assert bob.get_pushes(ChatPush)[-1]["chat"]["unread_count"] == 0
    await run(chat.set_preferences, writers.alice, read_marks=False)
    later = await send_message(writers.alice, opened)
    await bob.send(ChatState.mark_read, chat_id=opened.id, message_id=later.id)
    assert len(alice.get_pushes(ChatReadPush)) == 1
    assert {mark["user_id"] for mark in bob.get_pushes(ChatReadPush)[-1]["marks"]} == {
        writers.bob.id
    }


async def test_typing_is_shown_to_the_others_who_look_at_the_chat(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice, bob, elsewhere = (
        await open_chat(socket_server, writers.alice, opened),
        await open_chat(socket_server, writers.bob, opened),
        await open_home(socket_server, writers.bob),
    )
    with capture_queries() as queries:
        for _ in range(2):  # the second event comes too soon
            await alice.send(ChatState.typing, chat_id=opened.id)
    (push,) = bob.get_pushes(TypingPush)
    assert (push["chat_id"], push["user"]["id"]) == (opened.id, writers.alice.id)
    assert alice.get_pushes(TypingPush) == elsewhere.get_pushes(TypingPush) == []
    assert not [query for query in queries if query.startswith(("INSERT", "UPDATE"))]


async def test_a_request_shows_no_typing_until_it_is_accepted(
    writers: Cast, socket_server: SocketServer
) -> None:
    started, _ = await run(chat.start, writers.alice, user_id=writers.charlie.id)
    await send_message(writers.alice, started)
    alice = await open_chat(socket_server, writers.alice, started)
    charlie = await open_chat(socket_server, writers.charlie, started)
    await charlie.send(ChatState.typing, chat_id=started.id)
    assert alice.get_pushes(TypingPush) == []


async def test_members_see_changes_of_a_group_and_of_their_membership(
    writers: Cast, socket_server: SocketServer
) -> None:
    group = await create_group(writers.alice, writers.bob)
    await follow(writers.charlie, writers.alice)
    alice, bob = [
        await open_chat(socket_server, one, group) for one in (writers.alice, writers.bob)
    ]
    charlie = await open_chat(socket_server, writers.charlie, group)
    assert charlie[ChatState]["is_missing"]
    await alice.send(ChatActionsState.rename, chat_id=group.id, name="Rye")
    await alice.send(ChatActionsState.add_members, chat_id=group.id, user_ids=[writers.charlie.id])
    changed = [push for push in bob.get_pushes(ChatPush) if push["has_all_members"]][-1]["chat"]
    assert (changed["name"], changed["members_count"]) == ("Rye", 3)
    assert charlie.get_pushes(ChatPush)[-1]["chat"]["id"] == group.id
    await bob.send(ChatActionsState.mute, chat_id=group.id, hours=8)
    assert bob.get_pushes(ChatPush)[-1]["chat"]["muted_until"]
    await bob.send(ChatActionsState.leave, chat_id=group.id)
    assert bob.get_pushes(ChatRemovedPush) == [{"chat_id": group.id}]
    assert alice.get_pushes(ChatPush)[-1]["chat"]["members_count"] == 2


async def test_chats_and_groups_are_started_from_pages(
    writers: Cast, socket_server: SocketServer
) -> None:
    alice = await open_home(socket_server, writers.alice)
    await alice.send(StartChatState.start, user_id=writers.bob.id)
    async with unit_of_work() as session:
        await search.index_names(session, search.NameKind.USER)
    await alice.send(NewGroupState.find_people, prefix="bo")
    assert [person["id"] for person in alice[NewGroupState]["people"]] == [writers.bob.id]
    form = {"name": "Bakers", "user_ids": [writers.bob.id]}
    await alice.send(NewGroupState.create, message=form)
    bob = await open_home(socket_server, writers.bob)
    await bob.send(ChatsState.load)
    await bob.send(ChatsState.open_folder, folder="requests")
    (row,) = bob[ChatsState]["loaded_page"]["rows"]
    assert row["name"] == "Bakers"
    await alice.send(NewGroupState.create, message={"name": "Alone", "user_ids": []})
    assert alice[NewGroupState]["successes"] == 1


async def test_every_page_shows_the_number_of_unread_messages(
    writers: Cast, socket_server: SocketServer
) -> None:
    await open_conversation(writers.alice, writers.bob)
    tab = await socket_server.open(writers.bob)
    await tab.send(LayoutState.load)
    push = tab.get_pushes(UnreadMessagesPush)[-1]
    assert push == {"chats": 1, "messages": 1, "requests": 0}


async def test_a_member_who_ignores_the_author_sees_neither_messages_nor_replies(
    writers: Cast, socket_server: SocketServer
) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    charlie = await open_chat(socket_server, writers.charlie, group)
    await ignore(writers.charlie, writers.bob)
    first = await send_message(writers.bob, group, "Hidden")
    await send_message(writers.alice, group, "An answer", reply_to=first)
    await socket_server.wait_until_idle()
    (push,) = charlie.get_pushes(MessagePush)
    assert (push["message"]["text"], push["message"]["reply_to"]) == ("An answer", None)
    assert charlie.get_pushes(ChatPush)[-1]["chat"]["unread_count"] == 1


async def test_open_pages_learn_whom_their_viewer_ignores(
    writers: Cast, socket_server: SocketServer
) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    await send_message(writers.bob, group, "Hidden")
    charlie, bob = [
        await open_chat(socket_server, one, group) for one in (writers.charlie, writers.bob)
    ]
    await ignore(writers.charlie, writers.bob)
    await socket_server.wait_until_idle()
    assert charlie.get_pushes(IgnoringPush) == [{"user_id": writers.bob.id, "is_ignoring": True}]
    row = charlie.get_pushes(ChatPush)[-1]["chat"]
    assert (row["unread_count"], row["last_message"]["text"]) == (0, "")
    await run(follows.unignore, writers.charlie, user_id=writers.bob.id)
    await socket_server.wait_until_idle()
    assert charlie.get_pushes(IgnoringPush)[-1]["is_ignoring"] is False
    assert charlie.get_pushes(ChatPush)[-1]["chat"]["last_message"]["text"] == "Hidden"
    assert bob.get_pushes(IgnoringPush) == []


async def test_the_queries_of_a_message_do_not_depend_on_the_viewers(
    writers: Cast, socket_server: SocketServer
) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    # The first message schedules the notifications about all that follow soon.
    await send_message(writers.alice, group)
    counts = []
    for members in ([writers.bob], [writers.bob, writers.alice, writers.charlie] * 3):
        for member in members:
            await open_chat(socket_server, member, group)
        with capture_queries() as queries:
            await send_message(writers.alice, group)
            await socket_server.wait_until_idle()
        counts.append(len(queries))
    assert counts[0] == counts[1]


async def test_equal_messages_that_follow_soon_are_delivered_together() -> None:
    delivered: list[Message] = []
    collector = MessageCollector(delivered.append, seconds=60)
    message = Message()
    for _ in range(3):
        collector.add(message)
    assert len(delivered) == 1
    collector._finish(message)
    assert len(delivered) == 2
    collector._finish(message)
    collector.add(message)
    assert len(delivered) == 3


async def test_jumping_to_a_date_outside_of_the_calendar_changes_nothing(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    tab = await open_chat(socket_server, writers.bob, opened)
    loaded = tab[ChatState]["loaded_page"]
    await tab.send(ChatState.jump_to_date, chat_id=opened.id, start="0001-01-01T00:00:00+14:00")
    assert tab[ChatState]["loaded_page"] == loaded


async def test_jumping_to_a_date_without_later_messages_shows_the_latest(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    tab = await open_chat(socket_server, writers.bob, opened)
    start = (clock.now() + timedelta(days=1)).isoformat()
    await tab.send(ChatState.jump_to_date, chat_id=opened.id, start=start)
    assert tab[ChatState]["loaded_page"]["kind"] == "latest"
