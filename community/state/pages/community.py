"""State of the page that shows one community."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.domain import communities, discovery, notifications, posts
from community.state.pages.feed import FeedScope, FeedState
from community.state.runtime import location, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.pages import SlugPageState
from community.state.runtime.policy import public, signed_in


class CommunityState(SlugPageState, rx.State):
    """The community that the page shows, including the viewer's membership and permissions.

    Attributes:
        held_posts: The first posts that wait for review, if the viewer is a moderator.
    """

    community: communities.CommunityView | None = None
    held_posts: list[posts.PostCard] = []

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the community and its feed, and subscribe the browser tab to new posts."""
        self._start_loading()
        name = discovery.Feed.NEW if self.path.endswith("/new") else discovery.Feed.POPULAR
        try:
            async with read_session() as session:
                self.community = await communities.get_view_by_slug(
                    session, request_context.get_actor(), location.get_path_part(self, 1)
                )
                self.held_posts = await self._list_held_posts(session)
                feed = await self.get_state(FeedState)
                await feed._load_feed(session, FeedScope(name=name, community_id=self.community.id))
        except NotFound as error:
            self.community, self.held_posts = None, []
            self._redirect_or_report_missing(error, self._build_community_url)

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        await self._reload_community_if_shown(community_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, community_id: Id, enabled: bool) -> None:
        await run_action(
            notifications.subscribe_to_community
            if enabled
            else notifications.unsubscribe_from_community,
            community=community_id,
        )
        await self._reload_community_if_shown(community_id)

    async def _list_held_posts(self, session: AsyncSession) -> list[posts.PostCard]:
        actor = request_context.get_actor()
        if self.community is None or not (actor.is_admin or actor.moderates(self.community.id)):
            return []
        return (await posts.list_held(session, actor, community_id=self.community.id)).items

    async def _reload_community_if_shown(self, community_id: int) -> None:
        """Reload the community if the page still shows it (see `ProfileState._reload_profile`)."""
        if self.community is not None and self.community.id == community_id:
            self.community = await run_query(communities.get_view, community_id)

    def _build_community_url(self, slug: str) -> str:
        return urls.community_new_feed(slug) if self.path.endswith("/new") else urls.community(slug)
