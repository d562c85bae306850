"""Toasts: short messages that disappear automatically."""

from typing import Any, TypedDict

import reflex as rx

from community.components.ui.elements import icon
from community.i18n import gettext as _
from community.rendering import react_component
from community.styles.ui import overlay as styles

# A `<ul>` that moves into the open dialog.
_toast_list = react_component("toast_list.js", "ToastList")


class ToastData(TypedDict):
    """A toast. `action_label` is empty if the toast has no action button."""

    id: str
    text: str
    action_label: str
    tone: str


class _Toast(rx.el.Li):  # type: ignore[misc]  # Reflex ships no types for elements
    """Toast element that calls a handler when its CSS animation ends.

    The duration of the animation determines how long the toast is shown.
    """

    on_animation_end: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def toasts(items: rx.Var[list[ToastData]], *, on_dismiss: Any, on_action: Any) -> rx.Component:
    """Return the list of toasts. The page layout contains it once.

    Args:
        on_dismiss: Handler that receives the ID of a toast that the user closed or that expired.
        on_action: Handler that receives the ID of a toast whose action button the user clicked.
    """
    return _toast_list(
        rx.foreach(items, lambda data: toast(data, on_dismiss=on_dismiss, on_action=on_action)),
        class_name=styles.TOASTS,
        role="status",
        custom_attrs={"aria-live": "polite", "aria-label": _("Status messages")},
    )


def toast(data: Any, *, on_dismiss: Any, on_action: Any) -> rx.Component:
    return _Toast.create(
        rx.cond(
            data["tone"] == "danger",
            icon("alert", styles.TOAST_ICON),
            icon("success", styles.TOAST_ICON),
        ),
        rx.el.span(data["text"], class_name=styles.TOAST_TEXT),
        rx.cond(
            data["action_label"] != "",
            rx.el.button(
                data["action_label"],
                type="button",
                class_name=styles.TOAST_ACTION,
                on_click=on_action(data["id"]),
            ),
        ),
        rx.el.button(
            icon("x"),
            type="button",
            class_name=styles.TOAST_CLOSE,
            on_click=on_dismiss(data["id"]),
            custom_attrs={"aria-label": _("Dismiss")},
        ),
        key=data["id"],
        class_name=styles.TOAST,
        on_animation_end=on_dismiss(data["id"]),
    )
