"""Buttons that are on or off, such as Follow, Join and the notification bell.

On live pages, a button shows its new state immediately after a click, before the server confirms
it. Server-rendered pages pass no `on_toggle`. They show the same button, which does nothing until
the browser replaces it, and guests get a link to the sign-in page instead (`is_guest`).
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.i18n import gettext as _
from community.i18n import pgettext
from community.rendering import Node, el
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


def follow_toggle(
    is_on: Any, *, on_toggle: Any = None, is_guest: bool = False, size: Size = "md"
) -> Node:
    labels = _("Follow"), pgettext("button", "Following")
    return _text_toggle(*labels, size, is_on=is_on, on_toggle=on_toggle, is_guest=is_guest)


def join_toggle(
    is_on: Any, *, on_toggle: Any = None, is_guest: bool = False, size: Size = "md"
) -> Node:
    labels = _("Join"), _("Joined")
    return _text_toggle(*labels, size, is_on=is_on, on_toggle=on_toggle, is_guest=is_guest)


def new_post_notifications_toggle(
    is_on: Any, *, on_toggle: Any = None, is_guest: bool = False
) -> Node:
    class_name = f"{button.class_names('secondary', icon_only=True)} {display.TOOLTIP}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell", bell.SUBSCRIBED_ICON),
        is_on=is_on,
        on_toggle=on_toggle,
        is_guest=is_guest,
        class_names={"on": class_name, "off": class_name},
        labels={
            "on": _("Stop notifying me about new posts"),
            "off": _("Notify me about new posts"),
        },
    )


def follow_discussion_toggle(is_on: Any, *, on_toggle: Any) -> Node:
    class_name = f"{button.class_names('quiet', 'sm', icon_only=True)} {display.TOOLTIP_END}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell_off"),
        is_on=is_on,
        on_toggle=on_toggle,
        class_names={"on": f"{class_name} text-accent", "off": class_name},
        labels={"on": _("Unfollow this discussion"), "off": _("Follow this discussion")},
    )


def _text_toggle(off_label: str, on_label: str, size: Size, **props: Any) -> Node:
    class_names = {
        "on": button.class_names("secondary", size),
        "off": button.class_names(button.CALL_TO_ACTION[size], size),
    }
    return _toggle(
        el.span(off_label), el.span(on_label), class_names=class_names, labels={}, **props
    )


def _toggle(
    off: Node,
    on: Node,
    *,
    is_on: Any,
    on_toggle: Any,
    class_names: dict[str, str],
    labels: dict[str, str],
    is_guest: bool = False,
) -> Node:
    if on_toggle is None:
        state = "on" if is_on else "off"
        attributes = {
            "class_name": class_names[state],
            "aria_label": labels.get(state),
            "data_tooltip": labels.get(state),
        }
        return _static_toggle(on if is_on else off, attributes, is_on=is_on, is_guest=is_guest)
    return _Toggle.create(
        off,
        on,
        is_on=is_on,
        on_toggle=on_toggle,
        class_names=rx.Var.create(class_names),
        labels=rx.Var.create(labels),
        reset_key=ToastsState.toasts,
        disabled=~LayoutState.is_signed_in,
    )


def _static_toggle(
    content: Node, attributes: dict[str, Any], *, is_on: bool, is_guest: bool
) -> Node:
    """Return the elements that the script shows at first, or the link for guests."""
    if is_guest:
        return el.a(content, href=urls.SIGN_IN, rel="nofollow", **attributes)
    return el.button(content, type="button", aria_pressed=is_on, **attributes)
