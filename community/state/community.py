"""State of the page that shows one community."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import communities, discovery, notifications
from community.realtime import subscriptions
from community.state import location, request_context
from community.state.feed import FeedScope, FeedState
from community.state.forms import Id
from community.state.policy import public, signed_in


class CommunityState(rx.State):
    """The community that the page shows, including the viewer's membership and permissions.

    Attributes:
        path: The URL path for which the data was loaded.
        redirect_url: The current URL of the community if its slug has changed, else empty.
    """

    community: communities.CommunityView | None = None
    path: str = ""
    is_missing: bool = False
    redirect_url: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the community and its feed, and subscribe the browser tab to new posts."""
        self.path, self.is_missing, self.redirect_url = location.get_path(self), False, ""
        name = discovery.Feed.NEW if self.path.endswith("/new") else discovery.Feed.POPULAR
        try:
            async with read_session() as session:
                self.community = await communities.get_view_by_slug(
                    session, request_context.get_actor(), location.get_path_parts(self)[1]
                )
                feed = await self.get_state(FeedState)
                await feed._load_feed(session, FeedScope(name=name, community_id=self.community.id))
        except NotFound as error:
            subscriptions.set_topics(request_context.get_tab_token(), "page", ())
            slug = error.details.get("slug")
            self.community, self.is_missing = None, slug is None
            self.redirect_url = self._build_community_url(slug) if slug else ""

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        """Join the community if `enabled` is True, else leave it."""
        change = communities.join if enabled else communities.leave
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), community_id=community_id)
            await self._reload_community_if_shown(session, community_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, community_id: Id, enabled: bool) -> None:
        """Turn notifications about new posts in the community on or off."""
        change = (
            notifications.subscribe_to_community
            if enabled
            else notifications.unsubscribe_from_community
        )
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), community=community_id)
            await self._reload_community_if_shown(session, community_id)

    async def _reload_community_if_shown(self, session: AsyncSession, community_id: int) -> None:
        """Reload the community if the page still shows it.

        The browser queues events while it is offline. When the browser sends an event, the tab can
        already show another page.
        """
        if self.community is not None and self.community.id == community_id:
            self.community = await communities.get_view(
                session, request_context.get_actor(), community_id
            )

    def _build_community_url(self, slug: str) -> str:
        return urls.community_new_feed(slug) if self.path.endswith("/new") else urls.community(slug)
