"""Lists that are read page by page: the server knows one, `assets/ui/pages.js` has them all."""

from datetime import datetime
from typing import Any, TypeVar

import reflex as rx

from community.core.pagination import Page
from community.core.views import Timestamp, View
from community.domain.communities.schemas import CommunityView
from community.domain.follows.schemas import ListedPerson
from community.domain.posts.schemas import PostCard
from community.state import place


class Leaf(View):
    """One page of a list.

    Attributes:
        address: of the page in the browser that shows the list.
        is_first: whether the list begins with it there, even if it is not the first of all.
        start: the cursor that it begins behind; `next`: the one of the page that follows.
        as_of: when it was about to be read; what is published later is not in it.
    """

    address: str
    is_first: bool
    start: str = ""
    next: str = ""
    as_of: Timestamp


class FeedLeaf(Leaf):
    """A page of posts."""

    rows: list[PostCard] = []


class PeopleLeaf(Leaf):
    """A page of people."""

    rows: list[ListedPerson] = []


class CommunityLeaf(Leaf):
    """A page of communities."""

    rows: list[CommunityView] = []


L = TypeVar("L", bound=Leaf)


def leaf(
    kind: type[L],
    shown_by: rx.State,
    page: Page[Any],
    *,
    start: str,
    is_first: bool,
    as_of: datetime,
) -> L:
    """One page of a list for the address that the tab shows."""
    return kind(
        address=place.address(shown_by),
        is_first=is_first,
        start=start,
        next=page.next_cursor or "",
        as_of=as_of,
        rows=page.items,
    )
