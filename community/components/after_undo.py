"""A component that calls a handler after the user clicks "Undo" in a toast."""

from typing import Any, cast

import reflex as rx

from community.state.toasts import ToastsState


class _AfterUndo(rx.Component):
    """Invisible component that calls `on_change` when `value` changes (`assets/ui/after_undo.js`).

    `value` is the ID of the last toast whose "Undo" button the user clicked.
    """

    library = "$/public/ui/after_undo.js"
    tag = "AfterUndo"
    value: rx.Var[Any]
    on_change: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def after_undo_listener(handler: Any) -> rx.Component:
    """Return an invisible component that calls `handler` after the user clicks "Undo"."""
    return cast(
        "rx.Component", _AfterUndo.create(value=ToastsState.last_undone_id, on_change=handler)
    )
