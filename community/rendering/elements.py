"""Elements, which are Reflex components on live pages and HTML inside `html_output()`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial, wraps
from typing import Any, Final, ParamSpec, TypeAlias

import reflex as rx
from markupsafe import Markup

from community.i18n import active_language
from community.rendering import html

# A Reflex component or `Markup`. Children may also be texts, None, and lists of nodes.
Node: TypeAlias = Any

P = ParamSpec("P")

_is_html_output: ContextVar[bool] = ContextVar("is_html_output", default=False)

# Attributes that Reflex does not know or would turn into styles, with their names in React.
_REACT_ATTRIBUTES: Final = {
    "auto_complete": "autoComplete",
    "fetch_priority": "fetchPriority",
    "height": "height",
    "popover": "popover",
    "popover_target": "popoverTarget",
    "width": "width",
}


@contextmanager
def html_output() -> Iterator[None]:
    """Let `el` create HTML instead of components, in the current task."""
    token = _is_html_output.set(True)
    try:
        yield
    finally:
        _is_html_output.reset(token)


def is_html_output() -> bool:
    return _is_html_output.get()


class _Elements:
    """Creates elements: `el.p("Text", class_name="…")` creates a `<p>`.

    Positional arguments are the children. Keyword arguments are the attributes, for example
    `class_name`, `href`, `aria_label` and `data_tooltip`. Attributes with the value None are
    omitted. HTML has no event handlers, so attributes such as `on_click` are omitted there, and so
    is `custom_attrs`, a dictionary of attributes that only live pages need.
    """

    def __getattr__(self, tag: str) -> Callable[..., Node]:
        create = partial(_create_element, tag)
        setattr(self, tag, create)
        return create


el: Final = _Elements()


def _create_element(tag: str, *children: Node, **attributes: Any) -> Node:
    if _is_html_output.get():
        return html.render_element(tag, children, attributes)
    return _create_component(tag, children, attributes)


def group(*children: Node) -> Node:
    """Return the children without an element around them."""
    if _is_html_output.get():
        return html.render_group(children)
    return rx.fragment(*_flatten(children))


def cached_html(maxsize: int | None) -> Callable[[Callable[P, Node]], Callable[P, Node]]:
    """Cache the HTML that a function returns, by its arguments and the language.

    The function must depend on nothing else, for example not on the time.
    """

    def decorate(function: Callable[P, Node]) -> Callable[P, Node]:
        @lru_cache(maxsize)
        def render_html(_language: str, *args: Any, **kwargs: Any) -> Node:
            return function(*args, **kwargs)

        @wraps(function)
        def render(*args: P.args, **kwargs: P.kwargs) -> Node:
            if _is_html_output.get():
                return render_html(active_language(), *args, **kwargs)  # type: ignore[arg-type]
            return function(*args, **kwargs)

        return render

    return decorate


def sanitized_html(source: str, class_name: str) -> Node:
    """Return a `<div>` with HTML that was sanitized when it was stored."""
    attributes = {"class_name": class_name, "dir": "auto"}
    if _is_html_output.get():
        return html.render_element("div", (Markup(source),), attributes)  # noqa: S704
    return rx.html(source, **attributes)


def _create_component(tag: str, children: Any, attributes: dict[str, Any]) -> rx.Component:
    custom_attrs = dict(attributes.pop("custom_attrs", {}))
    for name, react_name in _REACT_ATTRIBUTES.items():
        if name in attributes:
            custom_attrs[react_name] = attributes.pop(name)
    create: Callable[..., rx.Component] = getattr(rx.el, tag)
    return create(*_flatten(children), custom_attrs=custom_attrs, **attributes)


def _flatten(children: Any) -> Iterator[Any]:
    for child in children:
        if isinstance(child, list | tuple):
            yield from _flatten(child)
        elif child is not None and child is not False:
            yield child
