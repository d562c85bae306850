"""Forms that the browser submits over HTTP and without JavaScript."""

from typing import Any

from community.reflex_adapter.elements import NativeForm
from community.rendering import Node, el
from community.rendering.elements import is_html_output


def native_form(*children: Node, action: str, **props: Any) -> Node:
    """Return a form that sends a POST request.

    Use it if the response must set or delete a cookie.
    """
    create = el.form if is_html_output() else NativeForm.create
    present = [child for child in children if child is not None]
    return create(*present, action=action, method="post", **props)
