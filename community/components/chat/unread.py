"""The link to the messages in the page header, and the sender of the messages in the outbox."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.i18n import gettext as _
from community.reflex_adapter.build_plugins.pushes import PUSHES_LIBRARY
from community.reflex_adapter.vars import hook_var
from community.rendering import Node, el, react_component
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.layout import LayoutState
from community.styles import layout as styles

_OutboxSender = react_component("chat/outbox_sender.js", "OutboxSender", on_send=dict[str, Any])


def messages_link(unread_count: Any = 0, status: Node = None) -> Node:
    return el.a(
        ui.icon("mail", styles.BELL_ICON),
        ui.count_badge(unread_count),
        status,
        href=urls.CHATS,
        class_name=f"{styles.BUTTON} max-sm:hidden",  # Phones have the link in the bottom bar.
        aria_label=_("Messages"),
    )


def live_messages_link() -> Node:
    count = use_unread_chats()
    return messages_link(count, _unread_status(count))


def live_unread_badge() -> Node:
    """Return the number of unread conversations for the link in the bottom bar of phones."""
    count = use_unread_chats()
    return rx.fragment(ui.count_badge(count), _unread_status(count))


def _unread_status(count: Any) -> Node:
    text = rx.cond(
        count > 0,
        ui.plural_text("{n} unread conversation", "{n} unread conversations", count),
        "",
    )
    return el.span(text, class_name="sr-only", role="status")


def use_unread_chats() -> Any:
    """Return a Reflex Var with the number of conversations that have unread messages."""
    return hook_var("unreadChats", "useUnreadChats", PUSHES_LIBRARY, int)


def outbox_sender() -> Node:
    """Return the component that sends waiting messages, on every page of a signed-in user."""
    return _OutboxSender(
        viewer_id=LayoutState.viewer.id,
        on_send=lambda request: ChatState.send(request["chat_id"], request["message"]),
    )
