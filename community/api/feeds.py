"""Feeds over HTTP, and what stands beside them."""

from typing import Annotated

from fastapi import APIRouter, Query

from community.api.identity import Caller
from community.api.paging import Paging
from community.api.refusals import refusals
from community.core.database import reading
from community.core.pagination import Page
from community.domain import communities, discovery
from community.domain.accounts import Feed
from community.domain.discovery import Discussion, TopAuthor
from community.domain.posts import PostCard

router = APIRouter(tags=["Feeds"])

_Few = Annotated[int, Query(ge=1, le=20, description="How many at most.")]


@router.get("/feed", responses=refusals("unauthenticated", "not_found"))
async def get_feed(
    actor: Caller,
    cut: Paging,
    name: Annotated[
        Feed | None,
        Query(description="By default the one that the person chose; `popular` for guests."),
    ] = None,
    community: Annotated[str | None, Query(max_length=100, description="Id or slug.")] = None,
    tag: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[PostCard]:
    """A page of published posts, without people and words that the reader ignores.

    It may be shorter than `limit`; `next_cursor` alone says whether there is more.
    """
    async with reading() as session:
        place = await communities.get_community(session, community) if community else None
        return await discovery.feed(
            session,
            actor,
            name=name or discovery.default_feed(actor),
            community_id=place.id if place else None,
            tag=tag,
            cursor=cut.cursor,
            limit=cut.limit,
            is_plain=True,
        )


@router.get("/feed/authors")
async def list_top_authors(actor: Caller, limit: _Few = 5) -> Page[TopAuthor]:
    """The people whose latest posts had most reactions and comments: one page."""
    async with reading() as session:
        return Page(items=await discovery.top_authors(session, actor, limit=limit))


@router.get("/feed/discussions")
async def list_live_discussions(actor: Caller, limit: _Few = 5) -> Page[Discussion]:
    """The posts that were commented on last, each with its last comment: one page."""
    async with reading() as session:
        return Page(items=await discovery.live_discussions(session, actor, limit=limit))
