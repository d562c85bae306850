"""Dense tables with sortable headings and a keyset pager."""

from typing import Any, Literal

import reflex as rx

from community.components.ui.button import button
from community.components.ui.icon import icon
from community.components.ui.props import Child, Flag, Text
from community.looks import table as looks

SortOrder = Literal["ascending", "descending", "none"]


def table(*, caption: Text, head: list[rx.Component], body: rx.Component) -> rx.Component:
    """Rows under headings.

    Args:
        caption: What the table lists; read aloud, not shown.
        head: `heading` and `sort_heading` cells.
        body: The `row`s, or an ``rx.foreach`` of them.
    """
    return rx.el.div(
        rx.el.table(
            rx.el.caption(caption, class_name=looks.CAPTION),
            rx.el.thead(rx.el.tr(*head), class_name=looks.HEAD),
            rx.el.tbody(body),
            class_name=looks.TABLE,
        ),
        class_name=looks.FRAME,
        role="region",
        tab_index=0,
        custom_attrs={"aria-label": caption},
    )


def heading(text: Text, *, number: bool = False) -> rx.Component:
    """The name of a column."""
    return rx.el.th(text, scope="col", class_name=looks.HEAD_NUMBER if number else looks.HEAD_CELL)


def sort_heading(
    text: Text, *, order: SortOrder | rx.Var[str], on_sort: Any, number: bool = False
) -> rx.Component:
    """The name of a column by which the rows can be ordered."""
    return rx.el.th(
        rx.el.button(
            text,
            rx.match(
                order,
                ("ascending", icon("chevron_up", looks.SORT_ICON)),
                ("descending", icon("chevron_down", looks.SORT_ICON)),
                icon("sort", looks.SORT_ICON),
            ),
            type="button",
            class_name=looks.SORT,
            on_click=on_sort,
        ),
        scope="col",
        class_name=looks.HEAD_NUMBER if number else looks.HEAD_CELL,
        custom_attrs={"aria-sort": order},
    )


def row(*cells: rx.Component, **props: Any) -> rx.Component:
    """One row of `cell`s."""
    return rx.el.tr(*cells, class_name=looks.ROW, **props)


def cell(*children: Child, number: bool = False) -> rx.Component:
    """A value; numbers stand at the end of their column, one under another."""
    return rx.el.td(*children, class_name=looks.NUMBER if number else looks.CELL)


def actions_cell(*children: rx.Component) -> rx.Component:
    """What can be done with the row."""
    return rx.el.td(*children, class_name=looks.ACTIONS)


def pager(
    summary: Text, *, has_previous: Flag, has_next: Flag, on_previous: Any, on_next: Any
) -> rx.Component:
    """Where in the list one is, and the way to both sides of it."""
    return rx.el.div(
        rx.el.span(summary),
        rx.el.div(
            button("Previous", size="sm", disabled=_not(has_previous), on_click=on_previous),
            button("Next", size="sm", disabled=_not(has_next), on_click=on_next),
            class_name=looks.PAGER_BUTTONS,
        ),
        class_name=looks.PAGER,
    )


def _not(flag: Flag) -> Flag:
    return ~flag if isinstance(flag, rx.Var) else not flag
