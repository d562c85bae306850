"""State of the chat that is open in a browser tab, and the actions on it."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Annotated, Any, ClassVar
from uuid import UUID

import reflex as rx
from pydantic import Field

from community.core import clock, errors, rate_limits
from community.core.clock import UtcTime
from community.core.ids import parse_id, parse_uuid
from community.domain import chat, reactions
from community.domain.chat import MAX_MEMBERS, ChatView, GroupChanges, MessagePage
from community.realtime import chat_changes, hub, messages
from community.reflex_adapter.events import BaseState
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.chat import pushes
from community.state.pages.chat.chats import NewGroupState
from community.state.pages.chat.messages_page import MessageFormData, MessagesPage, PageKind
from community.state.pages.comments.comments import get_sortable_timestamp
from community.state.runtime import forms, location, open_tabs, request_context, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

ReactionCode = Annotated[str, Field(max_length=reactions.CODE_MAX_LENGTH)]
SearchText = Annotated[str, Field(max_length=200)]
MessageText = Annotated[str, Field(max_length=100_000)]

UserIds = Annotated[list[Id], Field(min_length=1, max_length=MAX_MEMBERS)]
Hours = Annotated[int, Field(ge=0, le=24 * 366)]
GroupName = Annotated[str, Field(max_length=1_000)]


async def reject_message(
    state: BaseState, arguments: Mapping[str, Any], error: errors.DomainError
) -> None:
    """Tell the tab why the server did not store a message, so that the tab keeps its text."""
    form = arguments.get("message")
    client_id = parse_uuid(str(form.get("client_id"))) if isinstance(form, Mapping) else None
    if client_id is not None:
        await open_tabs.send_to_sender(pushes.MessageRejectedPush.build(client_id, error))
    if client_id is None or error.code in {errors.FEATURE_REQUIRED, "unauthenticated"}:
        await toasts.show_error(state, error)


async def ignore_error(_: BaseState, __: Mapping[str, Any], ___: errors.DomainError) -> None:
    """Show nothing: the browser sends the event by itself, and the user waits for no result."""


class ChatState(TransientVarsState, rx.State):
    """The open chat, and the most recently loaded page of its messages.

    All event handlers except `load` take the id of the chat, because the browser queues events
    while it is offline. When it sends the event, the tab can already show another chat.
    """

    chat: ChatView | None = None
    is_missing: bool = False
    not_found_text: str = ""  # why there is no such chat
    loaded_page: MessagesPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"chat", "loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the chat in the URL with its latest messages, or those around `?message=ID`."""
        self.chat, self.loaded_page, self.is_missing = None, None, False
        if request_context.get_actor().is_guest:
            return
        as_of = get_sortable_timestamp()
        try:
            chat_id = _get_chat_id(self)
            # Subscribe before loading. In the opposite order, a message between the two steps would
            # be missed. Each push checks again who may read the chat.
            open_tabs.subscribe("page", chat_changes.chat_topic(chat_id))
            self.chat = await run_query(chat.get_chat, chat_id)
            anchor_id = parse_id(location.get_query_param(self, "message")) or 0
            kind: PageKind = "around" if anchor_id else "latest"
            await self._load_page(chat_id, kind, anchor_id, as_of=as_of, is_initial=True)
        except errors.NotFound as error:
            open_tabs.subscribe("page")
            self.chat, self.loaded_page = None, None
            self.is_missing, self.not_found_text = True, error.message

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Reload the chat without its messages, after the rights of the viewer have changed."""
        if not request_context.get_actor().is_guest:
            with suppress(errors.NotFound):
                self.chat = await run_query(chat.get_chat, _get_chat_id(self))

    @rx.event
    @signed_in()
    async def load_older(self, chat_id: Id, before: Id) -> None:
        await self._load_page(chat_id, "older", before)

    @rx.event
    @signed_in()
    async def load_newer(self, chat_id: Id, after: Id) -> None:
        await self._load_page(chat_id, "newer", after)

    @rx.event
    @signed_in()
    async def load_around(self, chat_id: Id, message_id: Id) -> None:
        await self._load_page(chat_id, "around", message_id)

    @rx.event
    @signed_in()
    async def load_latest(self, chat_id: Id) -> None:
        await self._load_page(chat_id, "latest")

    @rx.event
    @signed_in()
    async def jump_to_date(self, chat_id: Id, start: UtcTime) -> None:
        """Load the messages around the first one that was sent at a time or later."""
        message_id = await run_query(chat.find_first_since, chat_id=chat_id, start=start)
        await self._load_page(chat_id, "around" if message_id else "latest", message_id)

    @rx.event
    @signed_in(limit="search")
    async def search(self, chat_id: Id, text: SearchText, before: IdOrZero = 0) -> None:
        """Load the messages that contain a text. `before=0` loads the latest ones."""
        await self._load_page(chat_id, "search", before, search=text)

    @rx.event
    @signed_in(limit="private_messages", on_error=reject_message)
    async def send(self, chat_id: Id, message: dict[str, Any]) -> None:
        """Send a message. The tab receives a `MessagePush` or a `MessageRejectedPush`."""
        form = forms.parse(MessageFormData, message)
        text = await chat.render_text(form.text)
        sent = await run_action(
            chat.send,
            chat_id=chat_id,
            text=text,
            media=form.media,
            files=form.files,
            client_id=form.client_id,
            reply_to_id=form.reply_to_id,
        )
        await pushes.send_stored_message(sent)

    @rx.event
    @signed_in(limit="private_messages")
    async def edit(self, chat_id: Id, message_id: Id, text: MessageText) -> None:
        rendered = await chat.render_text(text)
        await run_action(chat.edit, chat_id=chat_id, message_id=message_id, text=rendered)
        await pushes.send_submitted_message(chat_id, message_id)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, chat_id: Id, message_id: Id) -> None:
        await run_action(chat.delete_message, chat_id=chat_id, message_id=message_id)
        await pushes.send_submitted_message(chat_id, message_id)

    @rx.event
    @signed_in(limit="private_messages")
    async def react(self, chat_id: Id, message_id: Id, code: ReactionCode) -> None:
        """Set the viewer's reaction to a message. An empty `code` removes the reaction."""
        await run_action(chat.react, chat_id=chat_id, message_id=message_id, code=code or None)
        await pushes.send_submitted_message(chat_id, message_id)

    @rx.event
    @signed_in(limit="read_marks", on_error=ignore_error)
    async def mark_read(self, chat_id: Id, message_id: Id) -> None:
        await run_action(chat.mark_read, chat_id=chat_id, message_id=message_id)

    @rx.event
    @signed_in(limit="typing", on_error=ignore_error)
    async def typing(self, chat_id: Id) -> None:
        """Tell the others who look at the chat that the viewer is writing a message."""
        if await run_query(chat.may_show_typing, chat_id=chat_id):
            key = f"{rate_limits.get_actor_key(request_context.get_actor())}:{chat_id}"
            if await rate_limits.count_hit_if_allowed("typing_in_chat", key) is not None:
                user_id = request_context.get_actor().id
                await hub.publish(chat_changes.ChatTyping(chat_id, user_id))

    async def _load_page(
        self,
        chat_id: int,
        kind: PageKind,
        anchor_id: int = 0,
        *,
        search: str = "",
        is_initial: bool = False,
        as_of: str = "",
    ) -> None:
        as_of = as_of or get_sortable_timestamp()
        page = await self._list_messages(chat_id, kind, anchor_id, search)
        is_end = kind == "latest" or is_initial
        first_unread_id = await run_query(chat.find_first_unread, chat_id=chat_id) if is_end else 0
        self.loaded_page = MessagesPage(
            chat_id=chat_id,
            kind=kind,
            anchor_id=anchor_id,
            search=search,
            items=page.items,
            has_older=page.next_cursor is not None,
            has_newer=page.has_newer,
            first_unread_id=first_unread_id,
            is_initial=is_initial,
            as_of=as_of,
        )

    async def _list_messages(
        self, chat_id: int, kind: PageKind, anchor_id: int, search: str
    ) -> MessagePage:
        names = {"older": "before", "search": "before", "newer": "after", "around": "around"}
        start = {names[kind]: anchor_id} if anchor_id else {}
        return await run_query(chat.list_messages, chat_id=chat_id, search=search, **start)


def _get_chat_id(state: rx.State) -> int:
    return chat.parse_chat_id(location.get_path_part(state, 1))


def refresh_chats_of_user(message: messages.UserChanged) -> None:
    """Reload the open chats of a user whose rights have changed. Other changes reload the page."""
    if not message.must_reload:
        tabs = open_tabs.get_subscribed_tabs(chat_changes.chat_list_topic(message.user_id))
        open_tabs.trigger(ChatState.refresh, tabs)


class ChatActionsState(rx.State):
    """Changes a chat in the list or the open one. The pages show the result after a push."""

    @rx.event
    @signed_in(limit="writes")
    async def accept(self, chat_id: Id) -> None:
        await run_action(chat.accept, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def decline(self, chat_id: Id) -> None:
        await run_action(chat.decline, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def mute(self, chat_id: Id, hours: Hours = 0) -> None:
        """Turn off notifications of a chat. `hours=0` means without an end."""
        until = clock.now() + timedelta(hours=hours) if hours else None
        await run_action(chat.mute, chat_id=chat_id, until=until)

    @rx.event
    @signed_in(limit="writes")
    async def unmute(self, chat_id: Id) -> None:
        await run_action(chat.unmute, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def archive(self, chat_id: Id) -> None:
        await run_action(chat.archive, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def unarchive(self, chat_id: Id) -> None:
        await run_action(chat.unarchive, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def leave(self, chat_id: Id) -> None:
        await run_action(chat.leave, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def add_members(self, chat_id: Id, user_ids: UserIds) -> None:
        await run_action(chat.add_members, chat_id=chat_id, user_ids=user_ids)
        (await self.get_state(NewGroupState)).successes += 1

    @rx.event
    @signed_in(limit="writes")
    async def remove_member(self, chat_id: Id, user_id: Id) -> None:
        await run_action(chat.remove_member, chat_id=chat_id, user_id=user_id)

    @rx.event
    @signed_in(limit="writes")
    async def rename(self, chat_id: Id, name: GroupName) -> None:
        await self._edit(chat_id, GroupChanges(name=name))

    @rx.event
    @signed_in(limit="writes")
    async def set_picture(self, chat_id: Id, upload_id: UUID | None) -> None:
        await self._edit(chat_id, GroupChanges(picture=upload_id))

    @rx.event
    @signed_in(limit="writes")
    async def hand_over(self, chat_id: Id, user_id: Id) -> None:
        await self._edit(chat_id, GroupChanges(owner_id=user_id))

    @rx.event
    @signed_in(limit="writes")
    async def show_history_to_newcomers(self, chat_id: Id, is_shown: bool) -> None:
        await self._edit(chat_id, GroupChanges(newcomers_see_history=is_shown))

    async def _edit(self, chat_id: int, changes: GroupChanges) -> None:
        await run_action(chat.edit_group, chat_id=chat_id, changes=changes)
