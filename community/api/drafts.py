"""HTTP routes for drafts and for unpublished changes to published posts."""

from fastapi import APIRouter

from community.api.authentication import SignedIn
from community.api.error_responses import error_responses
from community.api.ids import Id
from community.api.negotiation import JsonDefaultRoute
from community.api.pagination import DefaultPageParams
from community.api.posts import PostUpdate, convert_to_domain_arguments
from community.api.rate_limits import rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.domain import posts
from community.domain.posts import DraftCard, DraftView

router = APIRouter(tags=["Drafts"])
page_router = APIRouter(tags=["Drafts"], route_class=JsonDefaultRoute)

_writes = [rate_limit("writes")]


@page_router.get("/drafts")
async def list_drafts(actor: SignedIn, page: DefaultPageParams) -> Page[DraftCard]:
    """List the caller's posts that are not published or have unpublished changes.

    The most recently saved post comes first.
    """
    async with read_session() as session:
        return await posts.list_drafts(session, actor, cursor=page.cursor, limit=page.limit)


@router.get("/posts/{post}/draft", responses=error_responses("not_found"))
async def get_draft(post: Id, actor: SignedIn) -> DraftView:
    """Retrieve the version of a post that its author edits, including unpublished changes."""
    async with read_session() as session:
        return await posts.get_draft(session, actor, post)


@router.patch(
    "/posts/{post}/draft",
    dependencies=_writes,
    responses=error_responses("not_found", "banned", "conflict"),
)
async def save_draft(post: Id, changes: PostUpdate, actor: SignedIn) -> DraftView:
    """Save changes to a post without publishing them. Readers still see the published version."""
    async with unit_of_work() as session:
        values = await convert_to_domain_arguments(session, changes)
        await posts.save_draft(session, actor, post_id=post, base_version=changes.version, **values)
        return await posts.get_draft(session, actor, post)


@router.delete(
    "/posts/{post}/draft",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found"),
)
async def discard_changes(post: Id, actor: SignedIn) -> None:
    """Discard the unpublished changes of a published post."""
    async with unit_of_work() as session:
        await posts.discard_changes(session, actor, post_id=post)
