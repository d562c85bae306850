"""Where a page is, as the address bar of its tab says."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community import urls
from community.core import ids
from community.core.errors import NotFound

# Cursors are made by us (`core/pagination.py`); none is nearly as long.
Cursor = Annotated[str, Field(max_length=300)]


def path(page: rx.State) -> str:
    """The path, as the browser writes it."""
    return str(page.router.url.path)


def parts(page: rx.State) -> list[str]:
    """The parts of the path."""
    return [part for part in path(page).split("/") if part]


def query(page: rx.State, name: str) -> str:
    """One parameter of the query; empty where it is not given."""
    return str(page.router.url.query_parameters.get(name, ""))


def address(page: rx.State) -> str:
    """The path with its query: what one list is told from another by."""
    url = page.router.url
    return f"{url.path}?{url.query}" if url.query else str(url.path)


def is_post(page: rx.State, post_id: int) -> bool:
    """Whether this is the page of that post."""
    return path(page).startswith(urls.post(post_id, ""))


def post_id(page: rx.State) -> int:
    """The post whose page this is: `/p/{id}/…`.

    Raises:
        NotFound: the address names none.
    """
    number = ids.row_number("".join(parts(page)[1:2]))
    if number is None:
        raise NotFound("There is no such post.")
    return number
