"""What the States of pages have in common."""

from collections.abc import Callable

import reflex as rx

from community.core.errors import NotFound
from community.state.runtime import location


class SlugPageState(rx.State, mixin=True):
    """State of a page whose URL contains the slug of a user or community."""

    path: str = ""  # the URL path for which the data was loaded
    is_missing: bool = False
    redirect_url: str = ""  # the current URL of the page if the slug has changed, else empty

    def _start_loading(self) -> None:
        self.path, self.is_missing, self.redirect_url = location.get_path(self), False, ""

    def _redirect_or_report_missing(self, error: NotFound, build_url: Callable[[str], str]) -> None:
        """Redirect to the URL with the new slug, or show that there is no such page."""
        slug = error.details.get("slug")
        self.is_missing = slug is None
        self.redirect_url = build_url(slug) if slug else ""
