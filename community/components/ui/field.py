"""Form fields. Each has a label, a control such as an input, and a hint or an error message."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Text, has_content
from community.i18n import gettext as _
from community.styles import form as styles


def field(
    label: Text,
    control: rx.Component,
    *,
    name: str,
    hint: Text = "",
    error: Text = "",
    optional: bool = False,
) -> rx.Component:
    """Return a labelled control with its hint or error.

    Create `control` with the same `name` and `error`, because they link it to the label and to the
    error message.
    """
    return rx.el.div(
        rx.el.label(
            label,
            *([optional_label()] if optional else []),
            html_for=f"field-{name}",
            class_name=styles.LABEL,
        ),
        control,
        _hint_or_error(name, hint, error),
        class_name=styles.FIELD,
    )


def optional_label() -> rx.Component:
    return rx.fragment(" ", rx.el.span(_("optional"), class_name=styles.OPTIONAL))


def text_input(*, name: str, error: Text = "", **props: Any) -> rx.Component:
    return rx.el.input(**_control_attrs(name, error, props), class_name=styles.INPUT)


def text_area(*, name: str, error: Text = "", **props: Any) -> rx.Component:
    """Return a text area whose height grows with its text."""
    return rx.el.textarea(**_control_attrs(name, error, props), class_name=styles.TEXTAREA)


def select(
    options: list[tuple[str, str]] | rx.Component, *, name: str, error: Text = "", **props: Any
) -> rx.Component:
    """Return a `<select>` element.

    `options` contains `(value, label)` pairs, or is a component with the `<option>` elements.
    """
    choices = (
        [rx.el.option(label, value=value) for value, label in options]
        if isinstance(options, list)
        else [options]
    )
    return rx.el.div(
        rx.el.select(*choices, **_control_attrs(name, error, props), class_name=styles.SELECT),
        icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.SELECT_FRAME,
    )


def borderless_select(options: list[tuple[str, str]], *, label: str, **props: Any) -> rx.Component:
    return rx.el.div(
        rx.el.select(
            *(rx.el.option(text, value=value) for value, text in options),
            class_name=styles.SELECT_QUIET,
            custom_attrs={"aria-label": label},
            **props,
        ),
        icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.SELECT_QUIET_FRAME,
    )


def checkbox(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    return _checkbox_or_radio(styles.CHECKBOX, label, hint, {"type": "checkbox", **props})


def radio(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """Return a radio button. All radio buttons of a group need the same `name` prop."""
    return _checkbox_or_radio(styles.RADIO, label, hint, {"type": "radio", **props})


def switch(label: Child, *, hint: Text = "", **props: Any) -> rx.Component:
    """Return a switch. Use it for a setting that is saved immediately, without a submit button."""
    return rx.el.label(
        _choice_label_and_hint(label, hint),
        rx.el.input(type="checkbox", role="switch", class_name=styles.SWITCH, **props),
        class_name=styles.SWITCH_ROW,
    )


def form_alert(message: Text) -> rx.Component:
    """Return the error message for the whole form, or nothing if `message` is empty."""
    return rx.cond(
        message != "", rx.el.p(message, class_name=styles.ALERT, role="alert"), rx.fragment()
    )


def _checkbox_or_radio(
    class_name: str, label: Child, hint: Text, props: dict[str, Any]
) -> rx.Component:
    return rx.el.label(
        rx.el.input(class_name=class_name, **props),
        _choice_label_and_hint(label, hint),
        class_name=styles.CHOICE,
    )


def _choice_label_and_hint(label: Child, hint: Text) -> rx.Component:
    return rx.el.span(
        rx.el.span(label, class_name=styles.CHOICE_LABEL),
        *([rx.el.span(hint, class_name=styles.HINT)] if has_content(hint) else []),
        class_name=styles.CHOICE_TEXT,
    )


def _hint_or_error(name: str, hint: Text, error: Text) -> rx.Component:
    alert = rx.el.p(
        icon("alert", styles.ERROR_ICON),
        rx.el.span(error),
        id=f"note-{name}",
        class_name=styles.ERROR,
        role="alert",
    )
    hint_text = rx.el.p(hint, id=f"note-{name}", class_name=styles.HINT)
    if isinstance(error, rx.Var):
        return rx.cond(error != "", alert, hint_text)
    return alert if error else hint_text if has_content(hint) else rx.fragment()


def _control_attrs(name: str, error: Text, props: dict[str, Any]) -> dict[str, Any]:
    attrs = {"aria-describedby": f"note-{name}", **props.pop("custom_attrs", {})}
    attrs["aria-invalid"] = error != "" if isinstance(error, rx.Var) else bool(error)
    return {"name": name, "id": f"field-{name}", **props, "custom_attrs": attrs}
