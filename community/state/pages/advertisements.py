"""State of the advertisements of the open page."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.sessions import read_session
from community.core.read_models import ReadModel
from community.domain import advertising
from community.realtime import messages
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.policy import public


class LoadedAdvertisements(ReadModel):
    """The advertisements of the page at `url`, of which the browser shows one in each place."""

    url: str = ""
    places: advertising.PageAdvertisements = advertising.PageAdvertisements()


class PageAdvertisementsState(rx.State):
    """The advertisements of the open page. Pages that have none do not load them."""

    loaded: LoadedAdvertisements = LoadedAdvertisements()
    _page: advertising.PageContext = advertising.PageContext("")

    @rx.event
    @public()
    async def refresh(self) -> None:
        await self._refresh()

    async def _refresh(self) -> None:
        if self.loaded.url == location.get_full_path(self):
            async with read_session() as session:
                await self._reload(session)

    async def _load(self, session: AsyncSession, page: advertising.PageContext) -> None:
        """Load the advertisements of a page, and subscribe the browser tab to changes.

        The page must have loaded its content, so that the reader may read it.
        """
        self._page = page
        parts = (messages.ADVERTISEMENTS_TOPIC, messages.page_part_topic("advertisements"))
        open_tabs.subscribe("advertisements", *parts)
        await self._reload(session)

    async def _reload(self, session: AsyncSession) -> None:
        actor, places = request_context.get_actor(), advertising.PageAdvertisements()
        # Pages with the sign-in dialog have none.
        if location.get_query_param(self, "modal") != "auth":
            places = await advertising.get_page_advertisements(session, actor, self._page)
        loaded = LoadedAdvertisements(url=location.get_full_path(self), places=places)
        if loaded != self.loaded:
            self.loaded = loaded
