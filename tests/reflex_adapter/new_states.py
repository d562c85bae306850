"""Creates the State instances of a browser tab without an event."""

from typing import Any

import reflex as rx
from reflex_base.constants.state import FIELD_MARKER


def make_root_state() -> Any:
    """Return a new root state, whose substates are new instances of all State classes."""
    create: Any = rx.State
    root = create(_reflex_internal_init=True)
    root._clean()
    return root


def build_delta(state: type[rx.State], values: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the delta of an update in which these vars of a State class have changed."""
    return {state.get_full_name(): {name + FIELD_MARKER: var for name, var in values.items()}}
