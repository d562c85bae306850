"""Which page of a list is asked for: `?cursor=&limit=`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

from community.core.pagination import DEFAULT_LIMIT, MAX_LIMIT

# An honest cursor holds a sort key: far shorter than this.
CURSOR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Cut:
    """A page of at most `limit` items, after `cursor`."""

    cursor: str | None
    limit: int


def paging(default: int) -> Callable[..., Awaitable[Cut]]:
    """A dependency for lists that show another number of items at once."""

    async def page(
        cursor: Annotated[
            str | None,
            Query(max_length=CURSOR_LENGTH, description="`next_cursor` of the page before."),
        ] = None,
        limit: Annotated[
            int, Query(ge=1, le=MAX_LIMIT, description="How many items at most.")
        ] = default,
    ) -> Cut:
        return Cut(cursor or None, limit)

    return page


Paging = Annotated[Cut, Depends(paging(DEFAULT_LIMIT))]
