"""Numbers above the table of a section."""

from typing import Any

from community.rendering import Node, el
from community.styles.admin import figures as styles


def figures(*items: Node, label: str) -> Node:
    """Return a row of numbers. Create them with `figure` and `figure_button`."""
    return el.section(*items, class_name=styles.FIGURES, aria_label=label)


def figure(label: Any, value: Any) -> Node:
    return el.div(*_number(label, value), class_name=styles.FIGURE)


def figure_button(label: Any, value: Any, *, key: Any, on_click: Any) -> Node:
    return el.button(
        *_number(label, value), type="button", on_click=on_click, key=key, class_name=styles.CHOICE
    )


def _number(label: Any, value: Any) -> list[Node]:
    return [
        el.div(label, dir="auto", class_name=styles.LABEL),
        el.div(value, class_name=styles.NUMBER),
    ]
