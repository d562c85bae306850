"""The list of communities."""

from typing import ClassVar

import reflex as rx

from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid
from community.core.pagination import Page
from community.domain import communities
from community.realtime import watchers
from community.state import identity, place
from community.state.forms import Id
from community.state.lists import CommunityLeaf, leaf
from community.state.passing import Passing
from community.state.place import Cursor
from community.state.policy import public, signed_in


class Communities(Passing, rx.State):
    """One page of the list, and which of them the viewer joined or left since, by id."""

    leaf: CommunityLeaf | None = None
    _passing: ClassVar[frozenset[str]] = frozenset({"leaf"})
    joined: dict[str, bool] = {}

    @rx.event
    @public()
    async def open(self) -> None:
        """The list was opened."""
        watchers.watch(identity.tab(), "page", ())
        self.joined = {}
        try:
            self.leaf = await self._read(place.query(self, "cursor"), is_first=True)
        except Invalid:
            self.leaf = await self._read("", is_first=True)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        """The page behind `cursor`."""
        self.leaf = await self._read(cursor, is_first=False)

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, wanted: bool) -> None:
        """Belong to a community in the list, or no longer."""
        change = communities.join if wanted else communities.leave
        async with unit_of_work() as session:
            await change(session, identity.actor(), community_id=community_id)
        self.joined = {**self.joined, str(community_id): wanted}

    async def _read(self, cursor: str, *, is_first: bool) -> CommunityLeaf:
        as_of = clock.now()
        async with reading() as session:
            page = await communities.largest(session, identity.actor(), cursor=cursor)
        return leaf(CommunityLeaf, self, _brief(page), start=cursor, is_first=is_first, as_of=as_of)


def _brief(page: Page[communities.CommunityView]) -> Page[communities.CommunityView]:
    """Without the rules, which nobody reads in a list and which may be long."""
    items = [each.model_copy(update={"rules": "", "rules_html": ""}) for each in page.items]
    return Page(items=items, next_cursor=page.next_cursor)
