"""Buttons that are on or off, such as Follow, Join and the notification bell.

On live pages, a button shows its new state immediately after a click, before the server confirms
it. Server-rendered pages pass no `on_toggle`. They show the same button, which does nothing until
the browser replaces it, and guests get a link to the sign-in page instead (`sign_in_href`).

On a live page, a click of a guest opens the sign-in dialog. `target_id` is the id of the user or
community, with which the page finds the button again after the sign-in and turns it on
(`assets/ui/pending_action.js`).
"""

from typing import Any

from community.components import ui
from community.i18n import gettext as _, pgettext
from community.rendering import Node, el, react_component
from community.state.pages.layout import LayoutState
from community.state.runtime.toasts import ToastsState
from community.styles import layout
from community.styles.ui import button, display
from community.styles.ui.button import Size

# `reset_key` is a value that changes when the server reports an error. The button then discards a
# state that the server has not confirmed. `class_names` and `labels` have the keys `on` and `off`.
_Toggle = react_component("toggle.js", "Toggle", on_toggle=bool)


def follow_toggle(is_on: Any, *, target_id: Any = None, size: Size = "md", **props: Any) -> Node:
    labels = _("Follow"), pgettext("button", "Following")
    return _text_toggle(*labels, size, is_on=is_on, action=("follow", target_id), **props)


def join_toggle(is_on: Any, *, target_id: Any = None, size: Size = "md", **props: Any) -> Node:
    labels = _("Join"), _("Joined")
    return _text_toggle(*labels, size, is_on=is_on, action=("join", target_id), **props)


def new_post_notifications_toggle(is_on: Any, *, target_id: Any = None, **props: Any) -> Node:
    class_name = f"{button.class_names('secondary', icon_only=True)} {display.TOOLTIP}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell", layout.SUBSCRIBED_ICON),
        is_on=is_on,
        action=("notify", target_id),
        class_names={"on": class_name, "off": class_name},
        labels={
            "on": _("Stop notifying me about new posts"),
            "off": _("Notify me about new posts"),
        },
        **props,
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
    class_names: dict[str, str],
    labels: dict[str, str],
    on_toggle: Any = None,
    action: tuple[str, Any] = ("", None),
    sign_in_href: str = "",
) -> Node:
    if on_toggle is None:
        state = "on" if is_on else "off"
        attributes = {
            "class_name": class_names[state],
            "aria_label": labels.get(state),
            "data_tooltip": labels.get(state),
        }
        return _static_toggle(
            on if is_on else off, attributes, is_on=is_on, sign_in_href=sign_in_href
        )
    return _Toggle(
        off,
        on,
        is_on=is_on,
        on_toggle=on_toggle,
        class_names=class_names,
        labels=labels,
        reset_key=ToastsState.rejection_count,
        disabled=~LayoutState.is_signed_in,
        action=None if action[1] is None else list(action),
    )


def _static_toggle(
    content: Node, attributes: dict[str, Any], *, is_on: bool, sign_in_href: str
) -> Node:
    if sign_in_href:
        return el.a(content, href=sign_in_href, rel="nofollow", **attributes)
    return el.button(content, type="button", aria_pressed=is_on, **attributes)
