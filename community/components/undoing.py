"""Pages that show again what was taken back by the button of a toast."""

from typing import Any, cast

import reflex as rx

from community.state.notice import Notice


class _Echo(rx.Component):
    """Calls when a value becomes another; see `assets/ui/echo.js`."""

    library = "$/public/ui/echo.js"
    tag = "Echo"
    of: rx.Var[Any]
    on_change: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def after_undo(handler: Any) -> rx.Component:
    """Runs the handler when something was undone while the page is open."""
    return cast("rx.Component", _Echo.create(of=Notice.undone, on_change=handler))
