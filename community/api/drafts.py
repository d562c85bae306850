"""What authors have not published yet, over HTTP."""

from fastapi import APIRouter

from community.api.identity import SignedIn
from community.api.ids import Id
from community.api.limits import limited
from community.api.negotiation import JsonUnlessPage
from community.api.paging import Paging
from community.api.posts import ChangedPost, changes_of
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.domain import posts
from community.domain.posts import DraftCard, DraftView

router = APIRouter(tags=["Drafts"])
pages = APIRouter(tags=["Drafts"], route_class=JsonUnlessPage)

_writes = [limited("writes")]


@pages.get("/drafts")
async def list_drafts(actor: SignedIn, cut: Paging) -> Page[DraftCard]:
    """One's drafts, unpublished posts and unpublished changes, last saved first."""
    async with reading() as session:
        return await posts.drafts(session, actor, cursor=cut.cursor, limit=cut.limit)


@router.get("/posts/{post}/draft", responses=refusals("not_found"))
async def get_draft(post: Id, actor: SignedIn) -> DraftView:
    """A post as its author edits it, with what was saved but not yet published."""
    async with reading() as session:
        return await posts.get_draft(session, actor, post)


@router.patch(
    "/posts/{post}/draft",
    dependencies=_writes,
    responses=refusals("not_found", "banned", "conflict"),
)
async def save_draft(post: Id, changed: ChangedPost, actor: SignedIn) -> DraftView:
    """Keep what was typed; readers of a published post see nothing of it before it is published."""
    async with unit_of_work() as session:
        changes = await changes_of(session, changed)
        await posts.save_draft(
            session, actor, post_id=post, base_version=changed.version, **changes
        )
        return await posts.get_draft(session, actor, post)


@router.delete(
    "/posts/{post}/draft", status_code=204, dependencies=_writes, responses=refusals("not_found")
)
async def discard_changes(post: Id, actor: SignedIn) -> None:
    """Drop what was saved but not published of a published post."""
    async with unit_of_work() as session:
        await posts.discard_changes(session, actor, post_id=post)
