"""Form fields. Each has a label, a control such as an input, and a hint or an error message."""

from typing import Any

from community.components.ui.icon import icon
from community.i18n import gettext as _
from community.rendering import Node, el, group, present, when
from community.styles import form as styles


def field(
    label: Node,
    control: Node,
    *,
    name: str,
    hint: str = "",
    error: str = "",
    optional: bool = False,
) -> Node:
    """Return a labelled control with its hint or error.

    Create `control` with the same `name` and `error`, because they link it to the label and to the
    error message.
    """
    return el.div(
        el.label(
            label,
            optional_label() if optional else None,
            html_for=f"field-{name}",
            class_name=styles.LABEL,
        ),
        control,
        when(error != "", lambda: _error(name, error), lambda: _hint(name, hint)),
        class_name=styles.FIELD,
    )


def optional_label() -> Node:
    return group(" ", el.span(_("optional"), class_name=styles.OPTIONAL))


def text_input(*, name: str, error: str = "", **props: Any) -> Node:
    return el.input(**_control_attrs(name, error), **props, class_name=styles.INPUT)


def text_area(*, name: str, error: str = "", **props: Any) -> Node:
    """Return a text area whose height grows with its text."""
    return el.textarea(**_control_attrs(name, error), **props, class_name=styles.TEXTAREA)


def select(
    options: list[tuple[str, str]] | Node, *, name: str, error: str = "", **props: Any
) -> Node:
    """Return a `<select>` element.

    `options` contains `(value, label)` pairs, or is a node with the `<option>` elements.
    """
    choices = _options(options) if isinstance(options, list) else options
    attributes = _control_attrs(name, error)
    return el.div(
        el.select(choices, **attributes, **props, class_name=styles.SELECT),
        icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.SELECT_FRAME,
    )


def borderless_select(options: list[tuple[str, str]], *, label: str, **props: Any) -> Node:
    return el.div(
        el.select(_options(options), class_name=styles.SELECT_QUIET, aria_label=label, **props),
        icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.SELECT_QUIET_FRAME,
    )


def checkbox(label: Node, *, hint: str = "", **props: Any) -> Node:
    return _checkbox_or_radio(label, hint, type="checkbox", class_name=styles.CHECKBOX, **props)


def radio(label: Node, *, hint: str = "", **props: Any) -> Node:
    """Return a radio button. All radio buttons of a group need the same `name` prop."""
    return _checkbox_or_radio(label, hint, type="radio", class_name=styles.RADIO, **props)


def switch(label: Node, *, hint: str = "", **props: Any) -> Node:
    """Return a switch. Use it for a setting that is saved immediately, without a submit button."""
    return el.label(
        _choice_label_and_hint(label, hint),
        el.input(type="checkbox", role="switch", class_name=styles.SWITCH, **props),
        class_name=styles.SWITCH_ROW,
    )


def form_alert(message: str) -> Node:
    """Return the error message for the whole form, or nothing if `message` is empty."""
    return present(message, lambda text: el.p(text, class_name=styles.ALERT, role="alert"))


def _options(options: list[tuple[str, str]]) -> list[Node]:
    return [el.option(label, value=value) for value, label in options]


def _checkbox_or_radio(label: Node, hint: str, **props: Any) -> Node:
    return el.label(
        el.input(**props), _choice_label_and_hint(label, hint), class_name=styles.CHOICE
    )


def _choice_label_and_hint(label: Node, hint: str) -> Node:
    return el.span(
        el.span(label, class_name=styles.CHOICE_LABEL),
        present(hint, lambda text: el.span(text, class_name=styles.HINT)),
        class_name=styles.CHOICE_TEXT,
    )


def _error(name: str, error: str) -> Node:
    return el.p(
        icon("alert", styles.ERROR_ICON),
        el.span(error),
        id=f"note-{name}",
        class_name=styles.ERROR,
        role="alert",
    )


def _hint(name: str, hint: str) -> Node:
    return present(hint, lambda text: el.p(text, id=f"note-{name}", class_name=styles.HINT))


def _control_attrs(name: str, error: str) -> dict[str, Any]:
    return {
        "name": name,
        "id": f"field-{name}",
        "aria_describedby": f"note-{name}",
        "aria_invalid": error != "",
    }
