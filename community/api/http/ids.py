"""Types of ids in URLs and request bodies."""

from typing import Annotated

from fastapi import Depends, Path
from pydantic import AfterValidator, Field

from community.api.http.sessions import Session
from community.core.errors import NotFound
from community.domain import communities, people
from community.i18n import gettext as _

# The range of a 64-bit column. Larger numbers would cause a database error.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]


# Longer than any id or slug.
_MAX_REFERENCE_LENGTH = 100


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
