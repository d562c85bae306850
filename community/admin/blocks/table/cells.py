"""The cells of a table in the Admin Panel, by the kind of their column."""

from typing import Any

import reflex as rx

from community.admin.blocks.table.layout import NUMBER_KINDS, Column
from community.admin.blocks.table.rows import EMPTY
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, group
from community.styles.ui import data_table as styles, display


def table_cell(column: Column, cell: Any, *, on_open: Any = None) -> Node:
    class_name = styles.NUMBER if column.kind in NUMBER_KINDS else styles.CELL
    if on_open is not None:
        class_name = styles.FIRST_CELL
    return el.td(
        _content(column, cell, on_open),
        role="cell",
        class_name=f"{class_name} {styles.WIDTHS[column.width]}",
        data_label=None if on_open is not None else _(column.label),
        data_empty=None if on_open is not None else _is_empty(column, cell),
    )


def _is_empty(column: Column, cell: Any) -> Any:
    """Return the attribute that hides a cell without a value in the cards of phones."""
    is_empty = cell.at == "" if column.kind == "time" else cell.text == EMPTY
    return rx.cond(is_empty, "true", None)


def _content(column: Column, cell: Any, on_open: Any) -> Node:
    match column.kind:
        case "person":
            image = ui.avatar(cell.text, cell.image, "sm")
            return _with_image(image, cell, ["@", cell.note], on_open)
        case "picture":
            image = el.img(src=cell.image, alt="", loading="lazy", class_name=styles.PICTURE)
            return _with_image(image, cell, [cell.note], on_open)
        case "badge":
            return _badge(cell)
        case "time":
            return rx.cond(
                cell.at, ui.relative_time(cell.at), el.span("–", class_name=styles.FAINT)
            )
        case "link":
            return rx.cond(
                cell.href,
                el.a(cell.text, href=cell.href, class_name=styles.LINK, dir="auto"),
                el.span(cell.text, dir="auto"),
            )
        case _:
            return _text(cell, on_open)


def _text(cell: Any, on_open: Any) -> Node:
    if on_open is None:
        return el.span(cell.text, class_name=styles.TEXT, title=cell.text, dir="auto")
    return el.button(
        cell.text,
        type="button",
        class_name=styles.OPEN,
        data_open="",
        dir="auto",
        aria_haspopup="dialog",
        on_click=on_open,
    )


def _with_image(image: Node, cell: Any, note: list[Any], on_open: Any) -> Node:
    return el.div(
        image,
        el.div(
            _text(cell, on_open),
            el.span(
                *note,
                class_name=styles.PERSON_NOTE
                if on_open is not None
                else styles.PERSON_NOTE_SECONDARY,
            ),
            class_name=styles.PERSON_TEXT,
        ),
        class_name=styles.PERSON,
    )


def _badge(cell: Any) -> Node:
    tones = [(tone, f"{display.BADGE} {classes}") for tone, classes in display.TONES.items()]
    return group(
        el.span(cell.text, class_name=rx.match(cell.tone, *tones, tones[0][1])),
    )
