"""Buttons that are on or off, such as Follow, Join and the notification bell.

A button shows its new state immediately after a click, before the server confirms it.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.i18n import pgettext
from community.state.layout import LayoutState
from community.state.toasts import ToastsState
from community.styles import bell, button, display
from community.styles.button import Size


def _toggle_event_spec(is_enabled: rx.Var[bool]) -> tuple[rx.Var[bool]]:
    return (is_enabled,)


class _Toggle(rx.Component):
    """Button that is on or off. Its script is `assets/ui/toggle.js`.

    After a click, the button shows the new state before the server confirms it.

    Attributes:
        reset_key: When this value changes, the button discards a state that the server has not
            confirmed. Pass the list of toasts: it changes when the server reports an error.
        class_names, labels: The class names and the label of each state. The keys are `on` and
            `off`.
    """

    library = "$/public/ui/toggle.js"
    tag = "Toggle"
    is_on: rx.Var[bool]
    reset_key: rx.Var[Any]
    class_names: rx.Var[dict[str, str]]
    labels: rx.Var[dict[str, str]]
    disabled: rx.Var[bool]
    on_toggle: rx.EventHandler[_toggle_event_spec]  # type: ignore[type-arg,valid-type]


def follow_toggle(is_on: Any, *, on_toggle: Any, size: Size = "md") -> rx.Component:
    return _text_toggle(_("Follow"), pgettext("button", "Following"), is_on, on_toggle, size)


def join_toggle(is_on: Any, *, on_toggle: Any, size: Size = "md") -> rx.Component:
    return _text_toggle(_("Join"), _("Joined"), is_on, on_toggle, size)


def new_post_notifications_toggle(is_on: Any, *, on_toggle: Any) -> rx.Component:
    class_name = f"{button.class_names('secondary', icon_only=True)} {display.TOOLTIP}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell", bell.SUBSCRIBED_ICON),
        is_on=is_on,
        on_toggle=on_toggle,
        class_names={"on": class_name, "off": class_name},
        labels={
            "on": _("Stop notifying me about new posts"),
            "off": _("Notify me about new posts"),
        },
    )


def follow_discussion_toggle(is_on: Any, *, on_toggle: Any) -> rx.Component:
    class_name = f"{button.class_names('quiet', 'sm', icon_only=True)} {display.TOOLTIP_END}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell_off"),
        is_on=is_on,
        on_toggle=on_toggle,
        class_names={"on": f"{class_name} text-accent", "off": class_name},
        labels={"on": _("Unfollow this discussion"), "off": _("Follow this discussion")},
    )


def _text_toggle(
    off_label: str, on_label: str, is_on: Any, on_toggle: Any, size: Size
) -> rx.Component:
    return _toggle(
        rx.el.span(off_label),
        rx.el.span(on_label),
        is_on=is_on,
        on_toggle=on_toggle,
        class_names={
            "on": button.class_names("secondary", size),
            "off": button.class_names(button.CALL_TO_ACTION[size], size),
        },
    )


def _toggle(
    off: rx.Component, on: rx.Component, *, class_names: dict[str, str], **props: Any
) -> rx.Component:
    return _Toggle.create(
        off,
        on,
        class_names=rx.Var.create(class_names),
        reset_key=ToastsState.toasts,
        disabled=~LayoutState.is_signed_in,
        **props,
    )
