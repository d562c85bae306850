"""HTML elements that Reflex creates differently."""

import reflex as rx
from reflex_components_core.el.element import Element  # type: ignore[import-untyped]


class NativeForm(Element):  # type: ignore[misc]  # Reflex ships no types for elements
    """Plain `<form>` element.

    Use it instead of `rx.el.form`, because Reflex prevents the browser from submitting that form.
    """

    tag = "form"
    action: rx.Var[str]
    method: rx.Var[str]
