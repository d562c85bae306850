"""What the States of pages have in common."""

import reflex as rx

from community.core.errors import Moved, NotFound
from community.state.runtime import location


class SlugPageState(rx.State, mixin=True):
    """State of a page whose URL contains the slug of a user, community or post."""

    path: str = ""  # the URL path for which the data was loaded
    is_missing: bool = False
    not_found_text: str = ""  # why there is no such page
    redirect_url: str = ""  # the current URL of the page if the slug has changed, else empty

    def _start_loading(self) -> None:
        self.path, self.is_missing, self.redirect_url = location.get_path(self), False, ""

    def _redirect_or_report_missing(self, error: NotFound) -> None:
        """Redirect to the URL with the new slug, or show that there is no such page."""
        self.redirect_url = error.url if isinstance(error, Moved) else ""
        self.is_missing, self.not_found_text = not self.redirect_url, error.message
