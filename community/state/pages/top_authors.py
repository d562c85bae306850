"""State of the page with the top authors."""

from typing import ClassVar

import reflex as rx

from community.core import clock
from community.core.errors import Invalid
from community.domain import ratings
from community.domain.site import DEFAULT_TOP_USERS_PERIOD, TopUsersPeriod
from community.realtime import topics
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import location, open_tabs
from community.state.runtime.actions import run_query
from community.state.runtime.lists import TopAuthorListPage, build_list_page
from community.state.runtime.location import Cursor
from community.state.runtime.policy import public


class TopAuthorsState(TransientVarsState, rx.State):
    """The most recently loaded page of the list, and the period that the list covers."""

    period: TopUsersPeriod = DEFAULT_TOP_USERS_PERIOD
    loaded_page: TopAuthorListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.page_part("top_authors"))
        self.period = ratings.parse_period(location.get_query_param(self, "period"))
        cursor = location.get_query_param(self, "cursor")
        try:
            self.loaded_page = await self._read_page(cursor, is_first=True)
        except Invalid:
            self.loaded_page = await self._read_page("", is_first=True)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        self.loaded_page = await self._read_page(cursor, is_first=False)

    async def _read_page(self, cursor: str, *, is_first: bool) -> TopAuthorListPage:
        as_of = clock.now()
        page = await run_query(ratings.list_top_authors, period=self.period, cursor=cursor)
        return build_list_page(
            TopAuthorListPage, self, page, start_cursor=cursor, is_first=is_first, as_of=as_of
        )
