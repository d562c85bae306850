"""The pages for private messages: the list of chats at `/m`, and one chat at `/m/{chat}`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import sign_in, ui
from community.components.chat import chat_list_column, conversation_column, new_group_dialog
from community.components.layout.page import page
from community.components.reporting import report_dialog
from community.i18n import gettext as _
from community.rendering import Node, el
from community.state.pages.layout import LayoutState
from community.styles import chat as styles


def chats_page() -> rx.Component:
    return _chat_page(
        el.div(
            chat_list_column(class_name=styles.LIST_COLUMN),
            el.div(
                ui.empty_state(
                    _("Select a conversation"),
                    _("Choose one on the left, or start a new group."),
                    icon_name="mail",
                ),
                class_name=styles.EMPTY_COLUMN,
            ),
            class_name=styles.FRAME,
        )
    )


def chat_page() -> rx.Component:
    return _chat_page(
        el.div(
            chat_list_column(class_name=styles.LIST_COLUMN_BESIDE_CHAT),
            conversation_column(),
            class_name=styles.FRAME_OPEN,
        )
    )


def _chat_page(frame: Node) -> rx.Component:
    is_signed_in: Any = LayoutState.is_signed_in
    return page(
        rx.cond(
            ~LayoutState.is_loaded | is_signed_in,
            rx.fragment(frame, new_group_dialog(), report_dialog()),
            sign_in.sign_in_prompt(urls.CHATS),
        ),
        is_ready=LayoutState.is_loaded,
        active_href=urls.CHATS,
        sidebar=None,
    )
