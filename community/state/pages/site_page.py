"""State of the pages that administrators write, such as the privacy policy."""

import reflex as rx

from community.core.db.sessions import read_session
from community.domain import site
from community.realtime import messages
from community.state.runtime import location, open_tabs
from community.state.runtime.policy import public


class SitePageState(rx.State):
    """The text of the page at `path`. It is empty if there is no such page."""

    path: str = ""
    html: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        path = location.get_path(self).rstrip("/")
        if (name := site.SITE_PAGES.get(path)) is None:
            return
        open_tabs.subscribe("page", messages.page_part_topic(f"{name}_page"))
        async with read_session() as session:
            self.html = await site.get_site_page_html(session, name)
        self.path = path
