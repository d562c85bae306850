"""A dialog at the side of the page that shows one record of a table."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.ui.dialog import DISCARD_QUESTION, native_dialog
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def side_sheet(
    *sections: Node,
    id: str,
    title: Any,
    open: Any,
    on_close: Any,
    actions: Node = None,
    is_form: bool = False,
    class_name: str = styles.SHEET,
) -> rx.Component:
    """Return a side sheet. Create its sections with `sheet_section`.

    It asks before it closes with unsaved input.

    Args:
        is_form: Whether the first field gets the focus.
        class_name: `SHEET`, or `SHEET_WIDE` for a sheet that fills most of the page.
    """
    return native_dialog(
        el.div(
            el.h2(title, id=f"{id}-title", class_name=styles.SHEET_TITLE, dir="auto"),
            actions,
            ui.icon_button(
                "x", _("Close"), has_tooltip=False, custom_attrs=ui.command_attrs(id, "close")
            ),
            class_name=styles.SHEET_HEADER,
        ),
        el.div(*sections, class_name=styles.SHEET_BODY),
        id=id,
        class_name=class_name,
        custom_attrs={
            "aria-labelledby": f"{id}-title",
            **({"data-first-field": ""} if is_form else {}),
        },
        open=open,
        on_close=on_close,
        guard=DISCARD_QUESTION,
    )


def record_sheet(state: Any, record: Any, *sections: Node, id: str, title: Any) -> rx.Component:
    """Return the side sheet of a table. It opens when the record that was chosen has loaded.

    Args:
        state: The State of the table, a `TableState`.
        record: The loaded record, a Var that can be None.
        title: A text, or a Var that is read when the record has loaded.
    """
    return side_sheet(
        rx.cond(record, rx.fragment(*sections)),
        id=id,
        title=title if isinstance(title, str) else rx.cond(record, title, ""),
        open=(state.record_id != 0) & (record != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def sheet_section(*children: Node, title: str) -> Node:
    return el.section(el.h3(title, class_name=styles.SHEET_SECTION_TITLE), *children)


def sheet_footer(*buttons: Node) -> Node:
    return el.div(*buttons, class_name=styles.SHEET_FOOTER)


def facts(*items: Node) -> Node:
    """Return a list of labelled values. Create the items with `fact`."""
    return el.dl(*items, class_name=styles.FACTS)


def fact(label: str, value: Node) -> Node:
    return [
        el.dt(label, class_name=styles.FACT_LABEL),
        el.dd(value, class_name=styles.FACT_VALUE, dir="auto"),
    ]
