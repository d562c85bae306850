"""Lists that are not tables: their rows, which the user can move, and the forms of their items."""

from collections.abc import Awaitable
from typing import Any

from community.components import ui
from community.core.errors import DomainError
from community.i18n import gettext as _
from community.rendering import Node, el, react_component
from community.state.runtime import forms
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


def edit_button(name: Any, on_click: Any) -> Node:
    return _row_button("edit", _("Edit {name}", name=name), on_click)


def delete_button(name: Any, on_click: Any) -> Node:
    return _row_button("trash", _("Delete {name}", name=name), on_click)


def row_switch(name: Any, *, checked: Any, on_change: Any) -> Node:
    """Return a switch whose name only screen readers read."""
    return ui.switch(el.span(name, class_name="sr-only"), checked=checked, on_change=on_change)


def row_actions(*controls: Node) -> Node:
    return el.div(*controls, class_name=styles.ACTIONS)


def _row_button(icon_name: Any, label: Any, on_click: Any) -> Node:
    return ui.icon_button(icon_name, label, size="sm", has_tooltip=False, on_click=on_click)


async def save_form(state: Any, action: Awaitable[Any]) -> bool:
    """Await the action of a form, and return whether it succeeded.

    If fields are invalid, the var `errors` of the State gets their error messages.
    """
    try:
        await action
    except DomainError as error:
        state.errors = forms.get_first_error_messages(error)
        if not state.errors:
            raise
        return False
    return True


def text_field(
    errors: Any,
    name: str,
    label: str,
    *,
    hint: str = "",
    optional: bool = False,
    control: Any = ui.text_input,
    **props: Any,
) -> Node:
    """Return a labelled input with its error message.

    Args:
        errors: The Var that maps names of fields to error messages.
        control: `ui.text_input`, or another function of `ui` that creates an input.
    """
    error = ui.error_message(errors, name)
    return ui.field(
        label,
        control(name=name, error=error, **props),
        name=name,
        hint=hint,
        error=error,
        optional=optional,
    )
