"""Compact tables with sortable column headings and keyset pagination."""

from typing import Any, Literal

import reflex as rx

from community.components.ui.button import button
from community.components.ui.elements import Child, Flag, Text, icon
from community.i18n import gettext as _
from community.rendering import negate
from community.styles.ui import table as styles

SortOrder = Literal["ascending", "descending", "none"]


def table(*, caption: Text, head: list[rx.Component], body: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.table(
            rx.el.caption(caption, class_name=styles.CAPTION),
            rx.el.thead(rx.el.tr(*head), class_name=styles.HEAD),
            rx.el.tbody(body),
            class_name=styles.TABLE,
        ),
        class_name=styles.FRAME,
        role="region",
        tab_index=0,
        custom_attrs={"aria-label": caption},
    )


def heading(text: Text, *, is_numeric: bool = False) -> rx.Component:
    return rx.el.th(
        text, scope="col", class_name=styles.HEAD_NUMBER if is_numeric else styles.HEAD_CELL
    )


def sort_heading(
    text: Text, *, order: SortOrder | rx.Var[str], on_sort: Any, is_numeric: bool = False
) -> rx.Component:
    """Return the heading of a sortable column.

    `order` is the value of its `aria-sort` attribute.
    """
    return rx.el.th(
        rx.el.button(
            text,
            rx.match(
                order,
                ("ascending", icon("chevron_up", styles.SORT_ICON)),
                ("descending", icon("chevron_down", styles.SORT_ICON)),
                icon("sort", styles.SORT_ICON),
            ),
            type="button",
            class_name=styles.SORT,
            on_click=on_sort,
        ),
        scope="col",
        class_name=styles.HEAD_NUMBER if is_numeric else styles.HEAD_CELL,
        custom_attrs={"aria-sort": order},
    )


def row(*cells: rx.Component, **props: Any) -> rx.Component:
    return rx.el.tr(*cells, class_name=styles.ROW, **props)


def cell(*children: Child, is_numeric: bool = False) -> rx.Component:
    return rx.el.td(*children, class_name=styles.NUMBER if is_numeric else styles.CELL)


def actions_cell(*children: rx.Component) -> rx.Component:
    return rx.el.td(*children, class_name=styles.ACTIONS)


def pager(
    summary: Text, *, has_previous: Flag, has_next: Flag, on_previous: Any, on_next: Any
) -> rx.Component:
    return rx.el.div(
        rx.el.span(summary),
        rx.el.div(
            button(_("Previous"), size="sm", disabled=negate(has_previous), on_click=on_previous),
            button(_("Next"), size="sm", disabled=negate(has_next), on_click=on_next),
            class_name=styles.PAGER_BUTTONS,
        ),
        class_name=styles.PAGER,
    )
