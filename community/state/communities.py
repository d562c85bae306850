"""State of the page that lists all communities."""

from typing import ClassVar

import reflex as rx

from community.core import clock
from community.core.database import read_session, unit_of_work
from community.core.errors import Invalid
from community.core.pagination import Page
from community.domain import communities
from community.realtime import subscriptions
from community.state import location, request_context
from community.state.forms import Id
from community.state.lists import CommunityListPage, build_list_page
from community.state.location import Cursor
from community.state.policy import public, signed_in
from community.state.transient_vars import TransientVarsState


class CommunitiesState(TransientVarsState, rx.State):
    """The most recently loaded page of the list of communities.

    Attributes:
        is_member_by_id: Maps community ids to whether the viewer is a member. Contains only
            memberships that changed after the page was loaded.
    """

    loaded_page: CommunityListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    is_member_by_id: dict[str, bool] = {}

    @rx.event
    @public()
    async def load(self) -> None:
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        self.is_member_by_id = {}
        try:
            self.loaded_page = await self._read_page(
                location.get_query_param(self, "cursor"), is_first=True
            )
        except Invalid:
            self.loaded_page = await self._read_page("", is_first=True)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        self.loaded_page = await self._read_page(cursor, is_first=False)

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        """Join the community if `enabled` is True, else leave it."""
        change = communities.join if enabled else communities.leave
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), community_id=community_id)
        self.is_member_by_id = {**self.is_member_by_id, str(community_id): enabled}

    async def _read_page(self, cursor: str, *, is_first: bool) -> CommunityListPage:
        as_of = clock.now()
        async with read_session() as session:
            page = await communities.list_largest(
                session, request_context.get_actor(), cursor=cursor
            )
        return build_list_page(
            CommunityListPage,
            self,
            _copy_without_rules(page),
            start_cursor=cursor,
            is_first=is_first,
            as_of=as_of,
        )


def _copy_without_rules(page: Page[communities.CommunityView]) -> Page[communities.CommunityView]:
    """Return the page without the rules, which can be long and are not shown in the list."""
    items = [view.model_copy(update={"rules": "", "rules_html": ""}) for view in page.items]
    return Page(items=items, next_cursor=page.next_cursor)
