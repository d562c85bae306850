"""The Python types of Reflex Vars."""

from typing import Any, get_args

import reflex as rx


def without_none(value: rx.Var[Any]) -> Any:
    """Return the Var with a type that excludes None, which Reflex requires for most attributes.

    A Var whose type is not `X | None` is returned unchanged.
    """
    types = [kind for kind in get_args(value._var_type) if kind is not type(None)]
    return value.to(types[0]) if len(types) == 1 else value
