"""A component that calls a handler after the user clicks "Undo" in a toast."""

from typing import Any

import reflex as rx

from community.rendering import react_component
from community.state.runtime.toasts import ToastsState

_AfterUndo = react_component("after_undo.js", "AfterUndo", on_change=None)


def after_undo_listener(handler: Any) -> rx.Component:
    """Return an invisible component that calls `handler` after the user clicks "Undo"."""
    return _AfterUndo(value=ToastsState.last_undone_id, on_change=handler)
