import reflex as rx

from community.core.actor import GUEST
from community.core.db.sessions import read_session
from community.domain import ratings, site
from community.realtime import messages
from community.state.runtime import open_tabs
from community.state.runtime.policy import admin


class TopUsersState(rx.State):
    """The authors that guests see with the saved settings."""

    authors: list[ratings.TopAuthor] = []
    is_loaded: bool = False

    @rx.event
    @admin("top-users")
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.page_part_topic("admin_top_users"))
        async with read_session() as session:
            chosen = await site.get_settings_section(session, site.TopUsersSettings)
            page = await ratings.list_top_authors(session, GUEST, limit=chosen.size)
        self.authors = page.items
        self.is_loaded = True
