"""The page with the settings of the top authors, and a preview with the current authors."""

import reflex as rx

from community.admin.settings.page import settings_page
from community.admin.top_users.state import TopUsersState
from community.components.layout.sidebar import top_authors_section
from community.components.ui import empty_state
from community.domain import site
from community.i18n import gettext as _
from community.rendering import el, length
from community.styles.admin import lists as styles


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
