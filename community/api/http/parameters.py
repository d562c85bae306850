"""Types of ids in URLs and request bodies."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query
from pydantic import AfterValidator, Field

from community.api.http.login_responses import Session
from community.core.db.pagination import DEFAULT_LIMIT, MAX_LIMIT
from community.core.errors import NotFound
from community.domain import communities, people
from community.i18n import gettext as _

# The range of a 64-bit column. Larger numbers would cause a database error.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]


# Longer than any id or slug.
_MAX_REFERENCE_LENGTH = 100

# Valid cursors contain a sort key and are much shorter.
MAX_CURSOR_LENGTH = 500


def _ensure_can_exist(reference: str) -> str:
    if len(reference) > _MAX_REFERENCE_LENGTH:
        raise NotFound(_("Page not found"))
    return reference


# The id or slug of a user or a community. The response to a longer text is 404 instead of 422.
Reference = Annotated[
    str,
    AfterValidator(_ensure_can_exist),
    Path(json_schema_extra={"maxLength": _MAX_REFERENCE_LENGTH}),
]


async def find_user_id(user: Reference, session: Session) -> int:
    return (await people.get_user(session, user)).id


async def find_community_id(community: Reference, session: Session) -> int:
    return (await communities.get_community(session, community)).id


# Routes declare them after `Caller` or `SignedIn`, so that authentication errors come first.
UserId = Annotated[int, Depends(find_user_id)]
CommunityId = Annotated[int, Depends(find_community_id)]


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
