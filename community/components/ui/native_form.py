"""A form that the browser sends by itself, and then goes where the answer leads."""

from typing import Any

import reflex as rx
from reflex_components_core.el.element import Element  # type: ignore[import-untyped]


class _NativeForm(Element):  # type: ignore[misc]  # Reflex ships no types for elements
    """`rx.el.form` without a handler is never sent: it prevents what the browser would do."""

    tag = "form"
    action: rx.Var[str]
    method: rx.Var[str]


def native_form(*children: rx.Component, action: str, **props: Any) -> rx.Component:
    """For what only the answer to a whole request can do: set a cookie, or take it away."""
    return _NativeForm.create(*children, action=action, method="post", **props)
