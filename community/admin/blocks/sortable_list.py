"""A list whose rows the user moves by dragging, or with the arrow keys."""

from typing import Any

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, react_component
from community.styles.admin import lists as styles

_SortableList = react_component("admin/sortable_list.js", "SortableList", on_reorder=list[str])


def sortable_list(rows: Node, *, label: str, on_reorder: Any) -> Node:
    """Return a list. Create its rows with `sortable_row`.

    Args:
        on_reorder: The handler that gets the keys of the rows after the user has moved one.
    """
    return _SortableList(rows, class_name=styles.LIST, label=label, on_reorder=on_reorder)


def sortable_row(*children: Node, key: Any, name: Any) -> Node:
    """Return a row with its handle. `name` says to screen readers what the handle moves."""
    return el.li(
        el.button(
            ui.icon("grip"),
            type="button",
            aria_label=_("Move {name}. Use the arrow keys.", name=name),
            data_sort_handle=True,
            class_name=styles.HANDLE,
        ),
        *children,
        key=key,
        data_sort_key=key,
        class_name=styles.ROW,
    )
