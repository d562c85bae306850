"""The query parameters `cursor` and `limit` of paginated lists."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

from community.core.db.pagination import DEFAULT_LIMIT, MAX_LIMIT

# Valid cursors contain a sort key and are much shorter.
MAX_CURSOR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class PageParams:
    cursor: str | None
    limit: int


def build_page_params_dependency(default_limit: int) -> Callable[..., Awaitable[PageParams]]:
    async def get_page_params(
        cursor: Annotated[
            str | None,
            Query(
                max_length=MAX_CURSOR_LENGTH, description="The `next_cursor` of the previous page."
            ),
        ] = None,
        limit: Annotated[
            int, Query(ge=1, le=MAX_LIMIT, description="The maximum number of items.")
        ] = default_limit,
    ) -> PageParams:
        return PageParams(cursor or None, limit)

    return get_page_params


DefaultPageParams = Annotated[PageParams, Depends(build_page_params_dependency(DEFAULT_LIMIT))]
