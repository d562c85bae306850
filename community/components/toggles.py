"""Buttons that are on or off: follow, join, be told. A press shows at once."""

from typing import Any

import reflex as rx

from community.components import ui
from community.looks import bell, bits, button
from community.looks.button import Size
from community.state.frame import Frame
from community.state.notice import Notice


def _wanted(is_on: rx.Var[bool]) -> tuple[rx.Var[bool]]:
    return (is_on,)


class _Toggle(rx.Component):
    """The press is a guess until `is_on` follows or a refusal is said (`is_settled`)."""

    library = "$/public/ui/toggle.js"
    tag = "Toggle"
    is_on: rx.Var[bool]
    is_settled: rx.Var[Any]
    looks: rx.Var[dict[str, str]]
    labels: rx.Var[dict[str, str]]
    disabled: rx.Var[bool]
    on_toggle: rx.EventHandler[_wanted]  # type: ignore[type-arg,valid-type]


def follow_toggle(is_on: Any, *, on_toggle: Any, size: Size = "md") -> rx.Component:
    """Follow somebody, or no longer."""
    return _words("Follow", "Following", is_on, on_toggle, size)


def join_toggle(is_on: Any, *, on_toggle: Any, size: Size = "md") -> rx.Component:
    """Belong to a community, or no longer."""
    return _words("Join", "Joined", is_on, on_toggle, size)


def bell_toggle(is_on: Any, *, on_toggle: Any) -> rx.Component:
    """Be told of every new post, or no longer."""
    look = f"{button.look('secondary', icon_only=True)} {bits.TOOLTIP}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell", bell.ON),
        is_on=is_on,
        on_toggle=on_toggle,
        looks={"on": look, "off": look},
        labels={"on": "Stop telling me", "off": "Tell me about new posts"},
    )


def watch_toggle(is_on: Any, *, on_toggle: Any) -> rx.Component:
    """Be told of every comment under a post, or no longer."""
    look = f"{button.look('quiet', 'sm', icon_only=True)} {bits.TOOLTIP_END}"
    return _toggle(
        ui.icon("bell"),
        ui.icon("bell_off"),
        is_on=is_on,
        on_toggle=on_toggle,
        looks={"on": f"{look} text-accent", "off": look},
        labels={"on": "Stop telling me of comments", "off": "Tell me of every comment"},
    )


def _words(off: str, on: str, is_on: Any, on_toggle: Any, size: Size) -> rx.Component:
    return _toggle(
        rx.el.span(off),
        rx.el.span(on),
        is_on=is_on,
        on_toggle=on_toggle,
        looks={
            "on": button.look("secondary", size),
            "off": button.look(button.OFFERED[size], size),
        },
    )


def _toggle(off: rx.Component, on: rx.Component, **props: Any) -> rx.Component:
    props["looks"] = rx.Var.create(props["looks"])
    return _Toggle.create(off, on, is_settled=Notice.toasts, disabled=~Frame.signed_in, **props)
