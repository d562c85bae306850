"""Conditions and loops for parts. They accept plain values and Reflex Vars."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar, cast

import reflex as rx

from community.reflex_adapter.vars import without_none
from community.rendering.elements import Node, group

T = TypeVar("T")


def when(test: Any, then: Callable[[], Node], otherwise: Callable[[], Node] | None = None) -> Node:
    """Return the result of `then` if `test` is true, else that of `otherwise` or nothing."""
    if isinstance(test, rx.Var):
        return rx.cond(test, _to_component(then()), _to_component(otherwise and otherwise()))
    if test:
        return then()
    return otherwise() if otherwise else None


def present(value: T | None, then: Callable[[T], Node]) -> Node:
    if isinstance(value, rx.Var):
        return rx.cond(value, _to_component(then(without_none(value))), rx.fragment())
    return then(value) if value else None


def choose(test: Any, then: T, otherwise: T) -> T:
    """Return `then` if `test` is true, else `otherwise`, for example as an attribute."""
    if isinstance(test, rx.Var):
        return cast("T", rx.cond(test, then, otherwise))
    return then if test else otherwise


def choose_lazily(test: Any, then: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """Return the result of `then` if `test` is true, else that of `otherwise`.

    Unlike `when`, the result can be an attribute.
    """
    if isinstance(test, rx.Var):
        return cast("T", rx.cond(test, then(), otherwise()))
    return then() if test else otherwise()


def switch(value: Any, results: Mapping[str, T], default: T) -> T:
    if isinstance(value, rx.Var):
        return cast("T", rx.match(value, *results.items(), default))
    return results.get(value, default)


def first_of(value: T | None, default: T) -> T:
    if isinstance(value, rx.Var):
        return cast("T", rx.cond(value, without_none(value), default))
    return value or default


def _to_component(node: Node) -> rx.Component:
    return node if isinstance(node, rx.Component) else group(node)


def negate(value: Any) -> Any:
    return ~value if isinstance(value, rx.Var) else not value


def length(items: Sequence[Any]) -> int:
    return cast("int", cast("Any", items).length() if isinstance(items, rx.Var) else len(items))


def each(items: Sequence[T], row: Callable[[T], Node]) -> Node:
    return each_numbered(items, lambda item, _number: row(item))


def each_numbered(items: Sequence[T], row: Callable[[T, int], Node]) -> Node:
    """Return `row(item, number)` for each item. The numbers begin with 1."""
    if isinstance(items, rx.Var):
        return rx.foreach(items, lambda item, index: row(item, index + 1))
    return group(*map(row, items, count(1)))
