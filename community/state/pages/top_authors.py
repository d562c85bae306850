"""State of the page with the top authors."""

from typing import ClassVar

import reflex as rx

from community.core.db.pagination import Page
from community.domain import ratings, site
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import lists, location, open_tabs
from community.state.runtime.policy import public
from community.state.runtime.request_context import run_query


class TopAuthorsState(TransientVarsState, rx.State):
    """The most recently loaded page of the list, and the period that the list covers."""

    period: site.TopUsersPeriod = site.DEFAULT_TOP_USERS_PERIOD
    loaded_page: lists.TopAuthorListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.page_part_topic("top_authors"))
        self.period = ratings.parse_period(location.get_query_param(self, "period"))
        self._show(await lists.load_first_page(self, self._list))

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        self._show(await self._list(cursor), cursor)

    async def _list(self, cursor: str) -> Page[ratings.TopAuthor]:
        return await run_query(ratings.list_top_authors, period=self.period, cursor=cursor)

    def _show(self, page: Page[ratings.TopAuthor], cursor: str = "") -> None:
        self.loaded_page = lists.build_list_page(lists.TopAuthorListPage, self, page, cursor)
