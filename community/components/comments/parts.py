"""What a discussion does by itself in the browser; see `assets/ui/discussion/parts.js`."""

from typing import Any

import reflex as rx

LIBRARY = "$/public/ui/discussion/parts.js"


def _cursor(cursor: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (cursor,)


def _ids(comment_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (comment_ids,)


class Guide(rx.Component):
    """Says what arrived, asks what has gone, and walks by `j`, `k` and `n`.

    Attributes:
        focus: the comment that the address names.
        reading: new each time another part of a discussion is opened.
        unsure: comments that may have gone since they were read.
        on_look: a handler of their ids, some at a time.
    """

    library = LIBRARY
    tag = "Guide"
    announcement: rx.Var[str]
    focus: rx.Var[int]
    reading: rx.Var[str]
    unsure: rx.Var[list[int]]
    on_look: rx.EventHandler[_ids]  # type: ignore[type-arg,valid-type]


class More(rx.Component):
    """A button that asks once for what follows.

    Attributes:
        place: the comment whose replies they are; 0 for the post.
    """

    library = LIBRARY
    tag = "More"
    place: rx.Var[int]
    cursor: rx.Var[str]
    busy: rx.Var[bool]
    on_more: rx.EventHandler[_cursor]  # type: ignore[type-arg,valid-type]


class Order(rx.Component):
    """A <select> of the orders. `usual` is the one that the address need not name."""

    library = LIBRARY
    tag = "Order"
    usual: rx.Var[str]
    value: rx.Var[Any]
