"""Forms that lose nothing; see `assets/ui/settings/kept_form.js`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.ui import Text
from community.looks import form as form_looks
from community.looks import settings as looks


def _message(message: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (message,)


class _KeptForm(rx.Component):
    """Sends its fields as one message and keeps the words until the answer."""

    library = "$/public/ui/settings/kept_form.js"
    tag = "KeptForm"
    draft: rx.Var[str]
    kept: rx.Var[int]
    wrong: rx.Var[Any]
    empties: rx.Var[bool]
    on_send: rx.EventHandler[_message]  # type: ignore[type-arg,valid-type]


class _Counter(rx.Component):
    """How long a text is; see `assets/ui/settings/counter.js`."""

    library = "$/public/ui/settings/counter.js"
    tag = "Counter"
    of: rx.Var[str]
    limit: rx.Var[int]
    looks: rx.Var[dict[str, str]]


def kept_form(
    *children: rx.Component, draft: Text, kept: Any, wrong: Any, on_send: Any, empties: bool = False
) -> rx.Component:
    """A form for lines and texts.

    Args:
        children: its fields, uncontrolled, each with what is kept as its `default_value`.
        draft: names the words that this browser keeps meanwhile.
        kept: a number that grows when what was sent is kept.
        wrong: changes when it was refused: then focus goes to the first field that is wrong.
        on_send: a handler of one message, the fields by name.
        empties: whether the fields are empty again afterwards.
    """
    return _KeptForm.create(
        *children,
        draft=draft,
        kept=kept,
        wrong=wrong,
        empties=empties,
        on_send=on_send,
        class_name=looks.FORM,
    )


def save_row() -> rx.Component:
    """The button, and whether there is something to save."""
    return rx.el.div(
        ui.button("Save", type="submit", variant="primary"),
        rx.el.span("Not saved yet", class_name=looks.UNSAVED),
        class_name=form_looks.ACTIONS,
    )


def counter(name: str, limit: int) -> rx.Component:
    """Of the field `name`."""
    look = {"within": looks.COUNTER, "over": looks.COUNTER_OVER}
    return _Counter.create(of=f"field-{name}", limit=limit, looks=rx.Var.create(look))
