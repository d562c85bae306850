"""The community whose page this tab shows."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import communities, discovery, notifications
from community.realtime import watchers
from community.state import identity, place
from community.state.feed import Feed, Scope
from community.state.forms import Id
from community.state.policy import public, signed_in


class Community(rx.State):
    """A community as the viewer sees it.

    Attributes:
        path: the address that was opened: what is shown belongs to it and to no other.
        moved: where the community is found now, if not there.
    """

    view: communities.CommunityView | None = None
    path: str = ""
    missing: bool = False
    moved: str = ""

    @rx.event
    @public()
    async def open(self) -> None:
        """A community was opened: load it with its posts, and listen for new ones."""
        self.path, self.missing, self.moved = place.path(self), False, ""
        name = discovery.Feed.NEW if self.path.endswith("/new") else discovery.Feed.POPULAR
        try:
            async with reading() as session:
                self.view = await communities.view_at(
                    session, identity.actor(), place.parts(self)[1]
                )
                feed = await self.get_state(Feed)
                await feed._show(session, Scope(name=name, community_id=self.view.id))
        except NotFound as refusal:
            watchers.watch(identity.tab(), "page", ())
            moved = refusal.details.get("slug")
            self.view, self.missing = None, moved is None
            self.moved = self._address(moved) if moved else ""

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, wanted: bool) -> None:
        """Belong to a community, or no longer."""
        change = communities.join if wanted else communities.leave
        async with unit_of_work() as session:
            await change(session, identity.actor(), community_id=community_id)
            await self._look_again(session, community_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, community_id: Id, wanted: bool) -> None:
        """Be told of new posts there, or no longer."""
        change = (
            notifications.subscribe_to_community
            if wanted
            else notifications.unsubscribe_from_community
        )
        async with unit_of_work() as session:
            await change(session, identity.actor(), community=community_id)
            await self._look_again(session, community_id)

    async def _look_again(self, session: AsyncSession, community_id: int) -> None:
        """What was pressed without a connection may arrive when the tab shows another one."""
        if self.view is not None and self.view.id == community_id:
            self.view = await communities.get_view(session, identity.actor(), community_id)

    def _address(self, slug: str) -> str:
        return urls.community_new(slug) if self.path.endswith("/new") else urls.community(slug)
