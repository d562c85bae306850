"""HTTP routes for drafts and for unpublished changes to published posts."""

from fastapi import APIRouter

from community.api.http.authentication import SignedIn
from community.api.http.errors import error_responses
from community.api.http.login_responses import Session
from community.api.http.parameters import DefaultPageParams, Id
from community.api.http.rate_limits import rate_limit
from community.api.http.responses import JsonDefaultRoute
from community.api.routes.posts import PostUpdate, convert_to_domain_arguments
from community.core.db.pagination import Page
from community.core.db.sessions import unit_of_work
from community.domain import posts
from community.domain.posts import DraftCard, DraftView

router = APIRouter(tags=["Drafts"])
write_router = APIRouter(tags=["Drafts"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Drafts"], route_class=JsonDefaultRoute)


@page_router.get("/drafts")
async def list_drafts(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[DraftCard]:
    """List the caller's posts that are not published or have unpublished changes.

    The most recently saved post comes first.
    """
    return await posts.list_drafts(session, actor, cursor=page.cursor, limit=page.limit)


@router.get("/posts/{post}/draft")
async def get_draft(post: Id, actor: SignedIn, session: Session) -> DraftView:
    """Retrieve the version of a post that its author edits, including unpublished changes."""
    return await posts.get_draft(session, actor, post)


@write_router.patch("/posts/{post}/draft", responses=error_responses("banned"))
async def save_draft(post: Id, changes: PostUpdate, actor: SignedIn) -> DraftView:
    """Save changes to a post without publishing them. Readers still see the published version."""
    values = await convert_to_domain_arguments(changes)
    async with unit_of_work() as session:
        await posts.save_draft(session, actor, post_id=post, base_version=changes.version, **values)
        return await posts.get_draft(session, actor, post)


@write_router.delete("/posts/{post}/draft", status_code=204)
async def discard_changes(post: Id, actor: SignedIn, session: Session) -> None:
    """Discard the unpublished changes of a published post."""
    await posts.discard_changes(session, actor, post_id=post)
