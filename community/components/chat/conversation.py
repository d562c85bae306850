"""The column with the open chat."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.chat.composer import conversation_foot
from community.components.chat.details import chat_dialogs
from community.components.chat.head import live_head
from community.components.chat.live_conversation import call, use_conversation
from community.components.chat.live_row import live_chat_row
from community.components.ui.button import spinner
from community.i18n import gettext as _
from community.rendering import Node, el, present, react_component
from community.state.pages.chat.open_chat import ChatState
from community.styles import chat as styles

_Scroller = react_component("chat/scroller.js", "MessageScroller")
_REQUESTS = (
    "on_load_latest",
    "on_load_older",
    "on_load_newer",
    "on_load_around",
    "on_jump_to_date",
    "on_search",
    "on_mark_read",
    "on_typing",
    "on_edit",
    "on_delete",
    "on_react",
)
_Controller = react_component(
    "chat/controller.js", "ChatController", **dict.fromkeys(_REQUESTS, dict[str, Any])
)


@rx.memo
def conversation_column() -> rx.Component:
    conversation = use_conversation()
    return rx.cond(ChatState.is_missing, _missing_message(), _conversation(conversation))


def _loading() -> Node:
    return el.div(spinner(), class_name=styles.LOADING)


def _missing_message() -> Node:
    return el.div(
        ui.empty_state(
            _("Conversation not found"),
            ChatState.not_found_text,
            icon_name="mail",
            # Phones show neither the list nor the bottom bar beside an open chat.
            action=ui.link_button(_("Back to conversations"), href=urls.CHATS),
        ),
        class_name=styles.MESSAGE_COLUMN,
    )


def _conversation(conversation: Any) -> Node:
    return el.div(
        present(conversation.chat, lambda _chat: live_head(conversation)),
        rx.cond(
            conversation.has_unread_above,
            el.button(
                ui.icon("chevron_up"),
                _("First unread message"),
                type="button",
                class_name=styles.UNREAD_ABOVE,
                custom_attrs=call("showUnread"),
            ),
        ),
        _Scroller(
            rx.cond(conversation.is_beginning, _beginning(conversation), _loading()),
            rx.foreach(conversation.rows, lambda row: live_chat_row(row=row, key=row.key)),
            label=_("Messages"),
            class_name=styles.SCROLLER,
            content_class_name=styles.CONTENT,
        ),
        el.div(
            el.div(_end_button(conversation), class_name=styles.FLOATING),
            conversation_foot(conversation),
            class_name=styles.FOOT,
        ),
        _controller(),
        chat_dialogs(conversation),
        class_name=styles.CHAT_COLUMN,
    )


def _beginning(conversation: Any) -> Node:
    # Those who are invited to a group see no messages before they accept.
    return present(
        conversation.chat,
        lambda chat: rx.cond(
            (conversation.rows.length() == 0) & ~chat.is_request,
            el.p(_("No messages yet. Write the first one."), class_name=styles.BEGINNING),
        ),
    )


def _end_button(conversation: Any) -> Node:
    count = conversation.new_count
    return rx.cond(
        conversation.shows_end_button,
        rx.cond(
            count > 0,
            el.button(
                ui.icon("chevron_down"),
                ui.plural_text("{n} new message", "{n} new messages", count),
                type="button",
                class_name=styles.END_BUTTON_NEW,
                custom_attrs=call("showEnd"),
            ),
            el.button(
                ui.icon("chevron_down"),
                type="button",
                class_name=styles.END_BUTTON,
                aria_label=_("Go to the latest message"),
                title=_("Go to the latest message"),
                custom_attrs=call("showEnd"),
            ),
        ),
    )


def _controller() -> Node:
    state: Any = ChatState
    return _Controller(
        class_name="sr-only",
        on_load_latest=lambda request: state.load_latest(request["chat_id"]),
        on_load_older=lambda request: state.load_older(request["chat_id"], request["id"]),
        on_load_newer=lambda request: state.load_newer(request["chat_id"], request["id"]),
        on_load_around=lambda request: state.load_around(request["chat_id"], request["id"]),
        on_jump_to_date=lambda request: state.jump_to_date(request["chat_id"], request["start"]),
        on_search=lambda request: state.search(
            request["chat_id"], request["text"], request["before"]
        ),
        on_mark_read=lambda request: state.mark_read(request["chat_id"], request["id"]),
        on_typing=lambda request: state.typing(request["chat_id"]),
        on_edit=lambda request: state.edit(request["chat_id"], request["id"], request["text"]),
        on_delete=lambda request: state.delete(request["chat_id"], request["id"]),
        on_react=lambda request: state.react(request["chat_id"], request["id"], request["code"]),
    )
