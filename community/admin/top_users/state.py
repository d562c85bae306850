"""State of the preview of the top authors."""

import reflex as rx

from community.core.actor import GUEST
from community.core.db.sessions import read_session
from community.domain import ratings, site
from community.domain.ratings import TopAuthor
from community.realtime import hub, messages, subscriptions, topics
from community.state.runtime import open_tabs
from community.state.runtime.policy import admin


class TopUsersState(rx.State):
    """The authors that guests see with the saved settings."""

    authors: list[TopAuthor] = []
    is_loaded: bool = False

    @rx.event
    @admin("top-users")
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.TOP_USERS)
        async with read_session() as session:
            chosen = await site.get_settings_section(session, site.TopUsersSettings)
            page = await ratings.list_top_authors(session, GUEST, limit=chosen.size)
        self.authors = page.items
        self.is_loaded = True


def reload_previews(_: messages.SiteChanged) -> None:
    """Reload the preview after a change of the settings."""
    open_tabs.trigger(TopUsersState.load, subscriptions.get_subscribed_tabs(topics.TOP_USERS))


hub.subscribe(messages.SiteChanged, reload_previews)
