"""Tests that pages of private messages show them only to members, also after a right was revoked.

In each test the socket stays open, and the browser does nothing.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from community import authentication, urls
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import chat, identity, moderation
from community.models import Chat, ChatMessage
from community.realtime import chat_changes, hub
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatActionsState, ChatState
from community.state.pages.chat.pushes import (
    ChatPush,
    ChatReadPush,
    ChatRemovedPush,
    MessagePush,
    MessageRejectedPush,
    TypingPush,
)
from community.state.pages.chat.unread_messages import UnreadMessagesPush
from community.state.runtime import request_context
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.domain.account_deletion.actions import ANONYMIZE, delete_account
from tests.domain.actions import ignore, run
from tests.domain.chat.conftest import create_group, open_conversation, send as send_message
from tests.domain.moderation.actions import ban, confirm, sign_in
from tests.domain.subscriptions.grants import grant, revoke
from tests.state.chat_tabs import (
    list_texts,
    load_chat,
    open_chat,
    open_home,
    send,
    subscribe_writers,
)
from tests.state.tabs import SocketServer, Tab

Revocation = Callable[[Cast, Chat, Tab], Awaitable[object]]


@pytest.fixture
async def writers(cast: Cast) -> Cast:
    return await subscribe_writers(cast)


async def _leave(cast: Cast, group: Chat, _: Tab) -> None:
    await run(chat.leave, cast.charlie, chat_id=group.id)


async def _remove(cast: Cast, group: Chat, _: Tab) -> None:
    await run(chat.remove_member, cast.alice, chat_id=group.id, user_id=cast.charlie.id)


async def _delete_account(cast: Cast, _: Chat, __: Tab) -> None:
    await delete_account(cast.charlie, ANONYMIZE)


async def _end_session(cast: Cast, _: Chat, tab: Tab) -> None:
    actor = await authentication.authenticate_session(request_context._session_tokens[tab.sid], "")
    assert actor.session_id is not None
    async with unit_of_work() as session:
        await identity.revoke_device(session, actor, device_id=actor.session_id)


@pytest.mark.parametrize("revoke_right", [_leave, _remove, _delete_account, _end_session])
async def test_a_revoked_right_stops_delivery_to_an_open_tab(
    writers: Cast, socket_server: SocketServer, revoke_right: Revocation
) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    charlie = await open_chat(socket_server, writers.charlie, group)
    bob = await open_chat(socket_server, writers.bob, group)
    await send_message(writers.alice, group, "Before")
    await socket_server.wait_until_idle()
    assert list_texts(charlie) == ["Before"]
    await revoke_right(writers, group, charlie)
    await socket_server.wait_until_idle()
    charlie.pushes.clear()
    await _change_everything(writers, group)
    await socket_server.wait_until_idle()
    assert [push for push in charlie.pushes if push["type"] != "unseen_count"] == []
    assert "After" in list_texts(bob)


async def _change_everything(writers: Cast, group: Chat) -> None:
    """Cause all kinds of pushes to the tabs that show a chat."""
    message = await send_message(writers.alice, group, "After")
    await run(chat.mark_read, writers.bob, chat_id=group.id, message_id=message.id)
    await run(
        chat.edit_group, writers.alice, chat_id=group.id, changes=chat.GroupChanges(name="Rye")
    )
    await hub.publish(chat_changes.ChatTyping(group.id, writers.alice.id))


@pytest.mark.parametrize("revoke_right", [_leave, _remove])
async def test_a_page_learns_that_its_viewer_is_out(
    writers: Cast, socket_server: SocketServer, revoke_right: Revocation
) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    charlie = await open_chat(socket_server, writers.charlie, group)
    elsewhere = await open_home(socket_server, writers.charlie)
    await revoke_right(writers, group, charlie)
    await socket_server.wait_until_idle()
    for tab in (charlie, elsewhere):
        assert tab.get_pushes(ChatRemovedPush) == [{"chat_id": group.id}]


async def test_strangers_reach_a_chat_by_no_event(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send_message(writers.alice, opened, "For Bob only")
    members = [await open_chat(socket_server, writers.bob, opened)]
    stranger = await open_chat(socket_server, writers.charlie, opened)
    assert stranger[ChatState]["is_missing"]
    assert not stranger[ChatState].get("chat")
    for handler, arguments in list_events(writers, opened, message):
        await stranger.send(handler, **arguments)
    assert "For Bob only" not in str((stranger.vars, stranger.pushes))
    assert not stranger[ChatState].get("loaded_page")
    await _change_with_pushes(writers.alice, opened)
    await socket_server.wait_until_idle()
    kinds = {push["type"] for push in stranger.pushes}
    assert kinds <= {"message_rejected", "unseen_count", "unread_messages"}
    assert "For Bob only" not in str((stranger.vars, stranger.pushes))
    assert members[0].get_pushes(MessagePush)


async def _change_with_pushes(actor: Actor, opened: Chat) -> None:
    await send_message(actor, opened, "For Bob only, too")
    await hub.publish(chat_changes.ChatTyping(opened.id, actor.id))


def list_events(cast: Cast, opened: Chat, message: ChatMessage) -> list[tuple[Any, dict[str, Any]]]:
    """Return every event that names a chat, with valid arguments."""
    in_chat = {"chat_id": opened.id}
    on_message = {**in_chat, "message_id": message.id}
    form = {"client_id": str(uuid4()), "text": "Hello"}
    return [
        (ChatState.refresh, {}),
        (ChatState.load_latest, in_chat),
        (ChatState.load_older, {**in_chat, "before": message.id + 1}),
        (ChatState.load_newer, {**in_chat, "after": 1}),
        (ChatState.load_around, on_message),
        (ChatState.jump_to_date, {**in_chat, "start": "2000-01-01T00:00:00Z"}),
        (ChatState.search, {**in_chat, "text": "Bob"}),
        (ChatState.send, {**in_chat, "message": form}),
        (ChatState.edit, {**on_message, "text": "Changed"}),
        (ChatState.delete, on_message),
        (ChatState.react, {**on_message, "code": "like"}),
        (ChatState.mark_read, on_message),
        (ChatState.typing, in_chat),
        (ChatActionsState.accept, in_chat),
        (ChatActionsState.decline, in_chat),
        (ChatActionsState.mute, {**in_chat, "hours": 8}),
        (ChatActionsState.unmute, in_chat),
        (ChatActionsState.archive, in_chat),
        (ChatActionsState.unarchive, in_chat),
        (ChatActionsState.leave, in_chat),
        (ChatActionsState.add_members, {**in_chat, "user_ids": [cast.charlie.id]}),
        (ChatActionsState.remove_member, {**in_chat, "user_id": cast.bob.id}),
        (ChatActionsState.rename, {**in_chat, "name": "Mine"}),
        (ChatActionsState.set_picture, {**in_chat, "upload_id": None}),
        (ChatActionsState.hand_over, {**in_chat, "user_id": cast.charlie.id}),
        (ChatActionsState.show_history_to_newcomers, {**in_chat, "is_shown": True}),
    ]


def test_the_events_of_the_test_are_all_events_that_name_a_chat() -> None:
    guest = Actor(user_id=1)
    cast = Cast(guest, guest, guest, guest, guest)
    events = list_events(
        cast, Chat(id=1, kind="group", created_by_id=1), ChatMessage(id=1, chat_id=1, author_id=1)
    )
    tested = {handler.fn.__qualname__ for handler, _ in events}
    handlers = {
        handler.fn.__qualname__
        for state in (ChatState, ChatActionsState)
        for handler in state.event_handlers.values()
        if handler.fn.__module__.startswith("community.state.pages.chat.open_chat")
    }
    assert tested == handlers - {"ChatState.load"}


async def test_guests_load_no_chats(writers: Cast, socket_server: SocketServer) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    guest = await open_chat(socket_server, writers.guest, opened)
    assert not guest[ChatsState].get("loaded_page")
    assert not guest[ChatState].get("chat")
    await guest.send(ChatState.load_latest, chat_id=opened.id)
    assert guest[ToastsState]["is_sign_in_open"]
    assert not guest[ChatState].get("loaded_page")


async def test_a_message_of_another_chat_is_out_of_reach(
    writers: Cast, socket_server: SocketServer
) -> None:
    foreign = await open_conversation(writers.alice, writers.bob)
    message = await send_message(writers.alice, foreign, "For Bob only")
    group = await create_group(writers.alice, writers.charlie)
    charlie = await open_chat(socket_server, writers.charlie, group)
    target = {"chat_id": group.id, "message_id": message.id}
    await charlie.send(ChatState.edit, **target, text="Mine")
    await charlie.send(ChatState.delete, **target)
    await charlie.send(ChatState.react, **target, code="like")
    await charlie.send(ChatState.load_around, **target)
    await send(charlie, group, reply_to_id=message.id)
    assert "For Bob only" not in str((charlie.vars, charlie.pushes))
    assert charlie.get_pushes(MessagePush) == []


async def test_a_banned_member_reads_but_does_not_write(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    bob = await open_chat(socket_server, writers.bob, opened)
    alice = await open_chat(socket_server, writers.alice, opened)
    await ban(await confirm(writers.olga), writers.bob)
    await socket_server.wait_until_idle()
    await load_chat(bob)
    assert not bob[ChatState]["chat"]["can"]["send"]
    assert bob[ChatState]["chat"]["blocked_code"] == "banned"
    await send(bob, opened, "Buy now")
    (rejected,) = bob.get_pushes(MessageRejectedPush)
    assert (rejected["code"], rejected["is_final"]) == ("banned", True)
    await bob.send(ChatState.typing, chat_id=opened.id)
    assert alice.get_pushes(TypingPush) == []
    await send(alice, opened, "Still there?")
    assert list_texts(bob)[-1] == "Still there?"


async def test_the_end_of_a_subscription_closes_the_form_of_an_open_chat(
    writers: Cast, socket_server: SocketServer
) -> None:
    await open_conversation(writers.alice, writers.charlie)
    subscription = await grant(writers.olga, writers.charlie, "private_messages")
    opened = await open_conversation(writers.alice, writers.charlie)
    charlie = await open_chat(socket_server, writers.charlie, opened)
    assert charlie[ChatState]["chat"]["can"]["send"]
    await revoke(await confirm(writers.olga), subscription)
    await socket_server.wait_until_idle()
    assert charlie[ChatState]["chat"]["blocked_code"] == "subscription_feature_required"
    await send(charlie, opened)
    assert charlie.get_pushes(MessageRejectedPush)[-1]["code"] == "subscription_feature_required"
    await send_message(writers.alice, opened, "You can still read")
    await socket_server.wait_until_idle()
    assert list_texts(charlie) == ["You can still read"]


async def test_ignoring_closes_a_direct_chat_both_ways(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    alice, bob = [
        await open_chat(socket_server, one, opened) for one in (writers.alice, writers.bob)
    ]
    await ignore(writers.bob, writers.alice)
    await socket_server.wait_until_idle()
    for tab in (alice, bob):
        await send(tab, opened)
        (rejected,) = tab.get_pushes(MessageRejectedPush)
        assert (rejected["code"], rejected["is_final"]) == ("messages_not_accepted", True)
        await tab.send(ChatState.typing, chat_id=opened.id)
    assert alice.get_pushes(TypingPush) == bob.get_pushes(TypingPush) == []
    assert not bob[ChatState]["chat"]["can"]["send"]


async def test_an_administrator_who_views_the_site_as_a_member_sees_no_messages(
    writers: Cast, socket_server: SocketServer
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    bob = await open_chat(socket_server, writers.bob, opened)
    token, admin = await sign_in(writers.olga)
    await run(moderation.start_viewing, admin, user_id=writers.bob.id)
    view = await socket_server.open(writers.olga, urls.chat(opened.id))
    request_context._session_tokens[view.sid] = token
    await load_chat(view)
    assert view[ChatState]["is_missing"]
    assert view[ChatsState]["loaded_page"]["rows"] == []
    await send_message(writers.alice, opened)
    await socket_server.wait_until_idle()
    assert bob.get_pushes(MessagePush)
    for kind in (MessagePush, ChatPush, ChatReadPush, UnreadMessagesPush):
        assert view.get_pushes(kind) == []
