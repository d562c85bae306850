"""State of the page that lists all communities."""

from typing import ClassVar

import reflex as rx

from community.core import clock
from community.core.db.pagination import Page
from community.core.errors import Invalid
from community.domain import communities
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import location
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import CommunityListPage, build_list_page, remember_change
from community.state.runtime.location import Cursor
from community.state.runtime.policy import public, signed_in


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
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        self.is_member_by_id = remember_change(self.is_member_by_id, community_id, enabled)

    async def _read_page(self, cursor: str, *, is_first: bool) -> CommunityListPage:
        as_of = clock.now()
        page = await run_query(communities.list_largest, cursor=cursor)
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
