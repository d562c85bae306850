"""Searches posts and comments."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db import pagination
from community.core.errors import Invalid
from community.domain.search.query import parse_query
from community.domain.search.schemas import SearchPage, SearchRequest
from community.i18n import gettext as _


async def search(
    session: AsyncSession,  # noqa: ARG001  # the index follows
    actor: Actor,  # noqa: ARG001
    request: SearchRequest,
    *,
    cursor: str | None = None,  # noqa: ARG001
    limit: int = pagination.DEFAULT_LIMIT,  # noqa: ARG001
) -> SearchPage:
    """Return one page of what the actor may read and the query finds.

    Raises:
        Invalid: The query is too long, or contains nothing to look for, for example only
            exclusions.
    """
    if not parse_query(request.q):
        raise Invalid.for_field("q", _("Enter a word to search for."))
    return SearchPage()
