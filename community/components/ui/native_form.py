"""Forms that the browser submits over HTTP and without JavaScript."""

from typing import Any

import reflex as rx
from reflex_components_core.el.element import Element  # type: ignore[import-untyped]

from community.rendering import Node, el
from community.rendering.elements import is_html_output


class _NativeForm(Element):  # type: ignore[misc]  # Reflex ships no types for elements
    """Plain `<form>` element.

    Use it instead of `rx.el.form`, because Reflex prevents the browser from submitting that form.
    """

    tag = "form"
    action: rx.Var[str]
    method: rx.Var[str]


def native_form(*children: Node, action: str, **props: Any) -> Node:
    """Return a form that sends a POST request.

    Use it if the response must set or delete a cookie.
    """
    create = el.form if is_html_output() else _NativeForm.create
    return create(*children, action=action, method="post", **props)
