"""Placeholders that are shown while private messages are loading."""

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles import chat as styles

_ROWS = 6


def chat_frame_placeholder(*, is_open: bool) -> Node:
    """Return the page without its content. `is_open` tells whether the URL is that of a chat."""
    return el.div(
        el.div(
            el.div(el.h1(_("Messages"), class_name=styles.LIST_TITLE), class_name=styles.LIST_HEAD),
            chat_list_skeleton(),
            class_name=styles.LIST_COLUMN_BESIDE_CHAT if is_open else styles.LIST_COLUMN,
        ),
        el.div(
            el.div(
                ui.skeleton("size-10 rounded-full"),
                ui.skeleton("h-4 w-40"),
                class_name=styles.HEAD,
            ),
            class_name=styles.CHAT_COLUMN,
        )
        if is_open
        else None,
        class_name=styles.FRAME_OPEN if is_open else styles.FRAME,
    )


def chat_list_skeleton() -> Node:
    row = el.div(
        ui.skeleton("size-10 rounded-full"),
        el.div(ui.skeleton("h-4 w-2/3"), ui.skeleton("mt-2 h-3 w-full"), class_name="flex-1"),
        class_name=styles.LIST_PLACEHOLDER,
    )
    return el.div([row] * _ROWS, aria_busy="true")
