"""HTTP route that searches the site."""

from typing import Annotated

from fastapi import APIRouter, Query

from community.api.http import Caller, DefaultPageParams, Session, rate_limit
from community.api.http.responses import JsonDefaultRoute
from community.domain import search
from community.domain.search.query import parse_end, parse_start

# Higher than the limits of the domain, so that the domain reports which limit is exceeded.
_MAX_LENGTH = 2_000
_MAX_TAGS = 20

router = APIRouter(
    tags=["Search"], dependencies=[rate_limit("search")], route_class=JsonDefaultRoute
)


@router.get("/search")
async def search_site(
    *,
    actor: Caller,
    session: Session,
    page: DefaultPageParams,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=_MAX_LENGTH,
            description="1 to 200 characters. Results contain all words, in any of their forms. "
            '`"two words"` is a phrase, `-word` excludes a word, and `author:`, `community:` and '
            "`tag:` have the same meaning as the parameters.",
        ),
    ],
    kind: Annotated[
        search.SearchType | None,
        Query(alias="type", description="By default, posts and comments are found."),
    ] = None,
    author: Annotated[
        str, Query(max_length=_MAX_LENGTH, description="The id or slug of an author.")
    ] = "",
    community: Annotated[
        str, Query(max_length=_MAX_LENGTH, description="The id or slug of a community.")
    ] = "",
    tag: Annotated[
        list[Annotated[str, Query(max_length=_MAX_LENGTH)]],
        Query(
            max_length=_MAX_TAGS,
            description="A tag of the post or the commented post. Repeat it to require several.",
        ),
    ] = [],  # noqa: B006  # FastAPI copies it
    start: Annotated[
        str,
        Query(
            alias="from",
            max_length=_MAX_LENGTH,
            description="The first day (UTC), or the earliest time, of publication.",
        ),
    ] = "",
    end: Annotated[
        str,
        Query(
            alias="to",
            max_length=_MAX_LENGTH,
            description="The last day (UTC), or the latest time, of publication.",
        ),
    ] = "",
    has_image: Annotated[
        bool | None, Query(description="Whether the results show an image.")
    ] = None,
    sort: Annotated[
        search.SearchSort,
        Query(description="Relevance also depends on the age and the reactions."),
    ] = search.SearchSort.RELEVANCE,
) -> search.SearchPage:
    """Search posts and comments, or users, communities or tags.

    The results are what the caller may read now. The texts of ignored users are left out. An
    unknown author, community or tag is not an error: nothing is found. `total` counts at most 500
    results; `has_more_than_total` says whether there are more. A page can be shorter than `limit`
    although another page follows.
    """
    request = search.SearchRequest(
        q,
        type=kind,
        author=author,
        community=community,
        tags=tag,
        published_from=parse_start(start),
        published_before=parse_end(end),
        has_image=has_image,
        sort=sort,
    )
    return await search.search(session, actor, request, cursor=page.cursor, limit=page.limit)
