"""The URL that is open in the browser tab of a State instance, and pages with a slug in it."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from community import urls
from community.core import errors, ids
from community.i18n import gettext as _

# A pagination cursor. The cursors that the server creates (`core/db/pagination.py`) are much
# shorter than this limit.
Cursor = Annotated[str, Field(max_length=300)]


def get_path(state: rx.State) -> str:
    """Return the URL path without the query string. The path is percent-encoded."""
    return str(state.router.url.path)


def get_path_parts(state: rx.State) -> list[str]:
    return [part for part in get_path(state).split("/") if part]


def get_path_part(state: rx.State, index: int) -> str:
    """Return a part of the path, such as the slug in `/c/{slug}`.

    Raises:
        NotFound: The path is shorter. A client can send an event while it shows another page.
    """
    parts = get_path_parts(state)
    if index >= len(parts):
        raise errors.NotFound(_("Nothing found at this address."))
    return parts[index]


def get_uuid(state: rx.State, build_path: Callable[[UUID], str], not_found_message: str) -> UUID:
    path = get_path(state).rstrip("/")
    found = ids.parse_uuid(path.rpartition("/")[2])
    if found is None or path != build_path(found):
        raise errors.NotFound(not_found_message)
    return found


def get_query_param(state: rx.State, name: str) -> str:
    """Return the value of a query parameter, or an empty string if the URL does not contain it."""
    return str(state.router.url.query_parameters.get(name, ""))


def get_full_path(state: rx.State) -> str:
    url = state.router.url
    return f"{url.path}?{url.query}" if url.query else str(url.path)


def is_post_open(state: rx.State, post_id: int) -> bool:
    return get_path(state).startswith(urls.post(post_id, ""))


class SlugPageState(rx.State, mixin=True):
    """State of a page whose URL contains the slug of a user, community or post."""

    path: str = ""  # the URL path for which the data was loaded
    is_missing: bool = False
    not_found_text: str = ""  # why there is no such page
    redirect_url: str = ""  # the current URL of the page if the slug has changed, else empty

    def _start_loading(self) -> None:
        self.path, self.is_missing, self.redirect_url = get_path(self), False, ""

    def _redirect_or_report_missing(self, error: errors.NotFound) -> None:
        """Redirect to the URL with the new slug, or show that there is no such page."""
        self.redirect_url = error.url if isinstance(error, errors.Moved) else ""
        self.is_missing, self.not_found_text = not self.redirect_url, error.message
