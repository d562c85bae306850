"""The section with the list of top authors."""

import reflex as rx

from community.admin.settings.page import settings_page
from community.components.layout.sidebar import top_authors_section
from community.components.ui import empty_state
from community.core.actor import GUEST
from community.core.db.sessions import read_session
from community.domain import ratings, site
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import el, length
from community.state.runtime import open_tabs
from community.state.runtime.policy import admin
from community.styles.admin import lists as styles


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


def top_users_page() -> rx.Component:
    preview = rx.cond(
        TopUsersState.is_loaded & (length(TopUsersState.authors) == 0),
        empty_state(
            _("No authors in this period"),
            _("Choose a longer period or exclude fewer people."),
            icon_name="trophy",
        ),
        el.div(top_authors_section(TopUsersState.authors), class_name=styles.PREVIEW),
    )
    return settings_page(site.TopUsersSettings, extras={site.TopUsers: preview})
