"""HTTP routes for feeds, top authors and active discussions."""

from typing import Annotated

from fastapi import APIRouter, Query

from community.api.http import Caller, DefaultPageParams, Session, error_responses
from community.core.db.pagination import Page
from community.domain import communities, discovery, people, posts, ratings, site

router = APIRouter(tags=["Feeds"])

_Limit = Annotated[int, Query(ge=1, le=20, description="The maximum number of items.")]


@router.get("/feed", responses=error_responses("not_found"))
async def get_feed(
    *,
    actor: Caller,
    session: Session,
    page: DefaultPageParams,
    name: Annotated[
        people.Feed | None,
        Query(description="The feed. Defaults to the caller's default feed; `popular` for guests."),
    ] = None,
    community: Annotated[
        str | None, Query(max_length=100, description="The id or slug of a community.")
    ] = None,
    tag: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[posts.PostCard]:
    """List the published posts of a feed. Posts that the caller ignores are omitted.

    The caller can ignore authors and keywords. A page can have fewer items than `limit`. If
    `next_cursor` is not null, the feed has more posts.
    """
    found = await communities.get_community(session, community) if community else None
    return await discovery.get_feed(
        session,
        actor,
        name=name or discovery.get_default_feed(actor),
        community_id=found.id if found else None,
        tag=tag,
        cursor=page.cursor,
        limit=page.limit,
        include_pinned=True,
    )


@router.get("/top-authors")
async def list_top_authors(
    actor: Caller,
    session: Session,
    page: DefaultPageParams,
    period: Annotated[
        site.TopUsersPeriod, Query(description="The time whose responses count.")
    ] = site.DEFAULT_TOP_USERS_PERIOD,
) -> Page[ratings.TopAuthor]:
    """List the authors with the highest ratings of a period, at most 300.

    The list is updated every 15 minutes. Authors whom the caller ignores are omitted.
    """
    return await ratings.list_top_authors(
        session, actor, period=period, cursor=page.cursor, limit=page.limit
    )


@router.get("/feed/discussions")
async def list_active_discussions(
    actor: Caller, session: Session, limit: _Limit = 5
) -> Page[discovery.ActiveDiscussion]:
    """List the most recently commented posts, each with its latest comment."""
    return Page(items=await discovery.list_active_discussions(session, actor, limit=limit))
