"""The "Page not found" page, and its texts for the server-rendered page."""

from community import urls
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node


def not_found_message(message: str) -> Node:
    href, label = suggested_link()
    return ui.empty_state(
        page_not_found_title(),
        message,
        icon_name="search",
        action=ui.link_button(label, href=href),
        is_whole_page=True,
    )


def page_not_found_title() -> str:
    return _("Page not found")


def page_not_found_text() -> str:
    return _("Nothing found at this address.")


def user_not_found_text() -> str:
    """Return the text for an unknown path that looks like the username of a profile."""
    return _("No one here uses that name.")


def suggested_link() -> tuple[str, str]:
    return urls.POPULAR, _("Go to Popular")
