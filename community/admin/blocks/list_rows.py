"""The controls at the end of the rows of lists that are not tables."""

from typing import Any

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import lists as styles


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
