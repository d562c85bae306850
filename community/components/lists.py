"""Lists that are read page by page, put together in the browser by `assets/ui/pages.js`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.place import hooked
from community.core.views import View
from community.domain.communities.schemas import CommunityView
from community.domain.follows.schemas import ListedPerson
from community.domain.posts.schemas import PostCard
from community.looks import post as looks


class Gathered(View):
    """A list as far as it was read.

    Attributes:
        next: the cursor of what follows; empty at the end.
        ready: whether it is here at all.
        waiting: posts that were published since and do not stand in it.
    """

    next: str = ""
    ready: bool = False
    waiting: int = 0


class Cards(Gathered):
    """Posts.

    Attributes:
        unsure: those that may be gone: the list began again without them.
    """

    unsure: list[int] = []
    rows: list[PostCard] = []


class People(Gathered):
    """People."""

    rows: list[ListedPerson] = []


class Communities(Gathered):
    """Communities."""

    rows: list[CommunityView] = []


def gathered(leaf: rx.Var[Any], kind: type[Gathered]) -> Any:
    """All of the list of which `leaf` is the page that the server knows."""
    return hooked("list", f"usePages({leaf!s})", "$/public/ui/pages.js", "usePages", kind, leaf)


def _cursor(next: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (next,)


class _More(rx.Component):
    """Asks for the next page when its end comes near; see `assets/ui/more.js`."""

    library = "$/public/ui/more.js"
    tag = "More"
    next: rx.Var[str]
    on_more: rx.EventHandler[_cursor]  # type: ignore[type-arg,valid-type]


def more(listed: Any, words: str, *, on_more: Any) -> rx.Component:
    """The way to the next page, where there is one."""
    return rx.cond(
        listed.next != "",
        _More.create(
            ui.icon("chevron_down"), words, next=listed.next, on_more=on_more, class_name=looks.MORE
        ),
    )
