"""Form fields. Each has a label, a control such as an input, and a hint or an error message."""

from collections.abc import Callable
from typing import Any

from community.components.ui.elements import icon
from community.i18n import gettext as _
from community.rendering import Node, el, group, present, when
from community.styles.ui import form as styles


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
    attributes = {"dir": "auto", **_control_attrs(name, error), **props}
    return el.input(**attributes, class_name=styles.INPUT)


def text_area(*, name: str, error: str = "", **props: Any) -> Node:
    attributes = {"dir": "auto", **_control_attrs(name, error), **props}
    return el.textarea(**attributes, class_name=styles.TEXTAREA)


def select(
    options: list[tuple[str, str]] | Node, *, name: str, error: str = "", **props: Any
) -> Node:
    """Return a `<select>` element.

    `options` contains `(value, label)` pairs, or is a node with the `<option>` elements.
    """
    choices = _options(options) if isinstance(options, list) else options
    attributes = {**_control_attrs(name, error), **props}
    return el.div(
        el.select(choices, **attributes, class_name=styles.SELECT),
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
    return _choice(label, hint, type="checkbox", class_name=styles.CHECKBOX, **props)


def radio(label: Node, *, hint: str = "", **props: Any) -> Node:
    """Return a radio button. All radio buttons of a group need the same `name` prop."""
    return _choice(label, hint, type="radio", class_name=styles.RADIO, **props)


def switch(label: Node, *, hint: str = "", **props: Any) -> Node:
    """Return a switch. Use it for a setting that is saved immediately, without a submit button."""
    props |= {"type": "checkbox", "role": "switch", "class_name": styles.SWITCH}
    return _choice(label, hint, is_input_last=True, row_class=styles.SWITCH_ROW, **props)


def error_message(errors: Any, name: str) -> Any:
    """Return the message of the field `name` from a Var that maps names to messages, or ""."""
    return errors.get(name, "").to(str)


def form_alert(message: str) -> Node:
    return present(message, lambda text: el.p(text, class_name=styles.ALERT, role="alert"))


def _options(options: list[tuple[str, str]]) -> list[Node]:
    return [el.option(label, value=value) for value, label in options]


def _choice(
    label: Node,
    hint: str,
    *,
    create_input: Callable[..., Node] = el.input,
    is_input_last: bool = False,
    row_class: str = styles.CHOICE,
    **props: Any,
) -> Node:
    """Return an input with its label and hint.

    With an `id`, screen readers read the hint as the description of the input, and otherwise as a
    part of its label.
    """
    label_id = hint_id = None
    if input_id := props.get("id"):
        label_id, hint_id = f"{input_id}-label", f"{input_id}-hint"
        props |= {"aria_labelledby": label_id, "aria_describedby": hint_id}
    control = create_input(**props)
    text = el.span(
        el.span(label, id=label_id, class_name=styles.CHOICE_LABEL),
        present(hint, lambda value: el.span(value, id=hint_id, class_name=styles.HINT)),
        class_name=styles.CHOICE_TEXT,
    )
    return el.label(*((text, control) if is_input_last else (control, text)), class_name=row_class)


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
