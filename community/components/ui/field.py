"""Fields of a form: a label, the control, and a hint or a sentence about what is wrong."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Text, given
from community.looks import form as looks


def field(
    label: Text,
    control: rx.Component,
    *,
    name: str,
    hint: Text = "",
    error: Text = "",
    optional: bool = False,
) -> rx.Component:
    """One labelled control. Build it with the same `name` (and `error`) so that both are joined."""
    return rx.el.div(
        rx.el.label(
            label,
            *([rx.el.span(" optional", class_name=looks.OPTIONAL)] if optional else []),
            html_for=f"field-{name}",
            class_name=looks.LABEL,
        ),
        control,
        _note(name, hint, error),
        class_name=looks.FIELD,
    )


def text_input(*, name: str, error: Text = "", **props: Any) -> rx.Component:
    """A line of text."""
    return rx.el.input(**_joined(name, error, props), class_name=looks.INPUT)


def text_area(*, name: str, error: Text = "", **props: Any) -> rx.Component:
    """Several lines; it grows with what is written."""
    return rx.el.textarea(**_joined(name, error, props), class_name=looks.TEXTAREA)


def select(
    options: list[tuple[str, str]] | rx.Component, *, name: str, error: Text = "", **props: Any
) -> rx.Component:
    """One of a list of (value, words); or of <option> elements built by the caller."""
    choices = (
        [rx.el.option(words, value=value) for value, words in options]
        if isinstance(options, list)
        else [options]
    )
    return rx.el.div(
        rx.el.select(*choices, **_joined(name, error, props), class_name=looks.SELECT),
        icon("chevron_down", looks.SELECT_ARROW),
        class_name=looks.SELECT_FRAME,
    )


def quiet_select(options: list[tuple[str, str]], *, label: str, **props: Any) -> rx.Component:
    """An order or a filter above a list; `label` is only read aloud."""
    return rx.el.div(
        rx.el.select(
            *(rx.el.option(words, value=value) for value, words in options),
            class_name=looks.SELECT_QUIET,
            custom_attrs={"aria-label": label},
            **props,
        ),
        icon("chevron_down", looks.SELECT_ARROW),
        class_name=looks.SELECT_QUIET_FRAME,
    )


def checkbox(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """A box to tick, with its words beside it."""
    return _choice(looks.CHECKBOX, label, hint, {"type": "checkbox", **props})


def radio(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """One of several: give all of them the same `name`."""
    return _choice(looks.RADIO, label, hint, {"type": "radio", **props})


def switch(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """Something that is on or off at once, without a button to save it."""
    return rx.el.label(
        _words(label, hint),
        rx.el.input(type="checkbox", role="switch", class_name=looks.SWITCH, **props),
        class_name=looks.SWITCH_ROW,
    )


def form_alert(sentence: Text) -> rx.Component:
    """What is wrong with the whole form, said once above it."""
    return rx.cond(
        sentence != "", rx.el.p(sentence, class_name=looks.ALERT, role="alert"), rx.fragment()
    )


def _choice(box: str, label: Child, hint: Text, props: dict[str, Any]) -> rx.Component:
    return rx.el.label(
        rx.el.input(class_name=box, **props), _words(label, hint), class_name=looks.CHOICE
    )


def _words(label: Child, hint: Text) -> rx.Component:
    return rx.el.span(
        rx.el.span(label, class_name=looks.CHOICE_LABEL),
        *([rx.el.span(hint, class_name=looks.HINT)] if given(hint) else []),
        class_name=looks.CHOICE_TEXT,
    )


def _note(name: str, hint: Text, error: Text) -> rx.Component:
    wrong = rx.el.p(
        icon("alert", looks.ERROR_ICON),
        rx.el.span(error),
        id=f"note-{name}",
        class_name=looks.ERROR,
        role="alert",
    )
    help_ = rx.el.p(hint, id=f"note-{name}", class_name=looks.HINT)
    if isinstance(error, rx.Var):
        return rx.cond(error != "", wrong, help_)
    return wrong if error else help_ if given(hint) else rx.fragment()


def _joined(name: str, error: Text, props: dict[str, Any]) -> dict[str, Any]:
    attrs = {"aria-describedby": f"note-{name}", **props.pop("custom_attrs", {})}
    attrs["aria-invalid"] = error != "" if isinstance(error, rx.Var) else bool(error)
    return {"name": name, "id": f"field-{name}", **props, "custom_attrs": attrs}
