"""Texts of the "Page not found" page, used by the server-rendered page and by the components."""

from community import urls
from community.i18n import gettext as _


def page_not_found_title() -> str:
    return _("Page not found")


def page_not_found_text() -> str:
    return _("Nothing found at this address.")


def user_not_found_text() -> str:
    """Return the text for an unknown path that looks like the username of a profile."""
    return _("No one here uses that name.")


def suggested_link() -> tuple[str, str]:
    return urls.POPULAR, _("Go to Popular")
