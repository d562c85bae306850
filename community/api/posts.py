"""Posts over HTTP: reading, writing and publishing."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.api.identity import Caller, SignedIn
from community.api.ids import Id
from community.api.limits import limited
from community.api.paging import Paging
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotFound
from community.core.pagination import Page
from community.core.views import View
from community.domain import accounts, communities, discovery, posts
from community.domain.accounts import Feed
from community.domain.posts import PostCard, PostView

router = APIRouter(tags=["Posts"])

writes = [limited("writes")]
# Longer than anything that is accepted: the domain says how long each may be.
_Line = Annotated[str, Field(max_length=10_000)]
_Text = Annotated[str, Field(max_length=1_000_000)]
_Place = Annotated[Id | _Line | None, Field(description="Id or slug of a community.")]
_Version = Annotated[
    Id | None, Field(description="The version that this was made from; 409 if it is not the last.")
]


class PostFields(BaseModel):
    """What an author writes. In a change only the fields that are given count."""

    title: _Line = ""
    intro: _Line = ""
    text: _Text = ""
    cover: _Line | None = None
    tags: Annotated[list[_Line], Field(max_length=100)] = []
    community: _Place = None
    comments_enabled: bool = True


class NewPost(PostFields):
    """A post to begin with: a draft, or published at once."""

    status: Literal["draft", "published"] = "draft"


class ChangedPost(PostFields):
    """What to change."""

    version: _Version = None


class Basis(BaseModel):
    """What was seen by the person who publishes."""

    version: _Version = None


class PostStatus(View):
    """Where a post stands now; not everybody who may take it down may still read it."""

    id: int
    status: str


@router.get("/posts", responses=refusals("not_found"))
async def list_posts(
    actor: Caller,
    cut: Paging,
    author: Annotated[str | None, Query(max_length=100, description="Id or slug.")] = None,
    community: Annotated[str | None, Query(max_length=100, description="Id or slug.")] = None,
    tag: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[PostCard]:
    """Published posts, newest first; what is pinned has its place among them."""
    async with reading() as session:
        person = await accounts.get_user(session, author) if author else None
        place = await communities.get_community(session, community) if community else None
        return await discovery.feed(
            session,
            actor,
            name=Feed.NEW,
            author_id=person.id if person else None,
            community_id=place.id if place else None,
            tag=tag,
            cursor=cut.cursor,
            limit=cut.limit,
            is_plain=True,
        )


@router.post(
    "/posts", status_code=201, dependencies=writes, responses=refusals("banned", "conflict")
)
async def create_post(new: NewPost, actor: SignedIn, response: Response) -> PostView:
    """Begin a draft, or publish at once with `status: published`."""
    async with unit_of_work() as session:
        changes = await changes_of(session, new)
        post = await posts.start_draft(session, actor, **changes)
        if new.status == "published":
            await posts.publish(session, actor, post_id=post.id)
        view = await posts.get_view(session, actor, post.id)
    response.headers["Location"] = f"/posts/{view.id}"
    return view


@router.get("/posts/{post}", responses=refusals("not_found"))
async def get_post(post: Id, actor: Caller) -> PostView:
    """A post with its text."""
    async with reading() as session:
        view = await posts.get_view(session, actor, post)
    posts.note_view(actor, post)
    return view


@router.patch(
    "/posts/{post}", dependencies=writes, responses=refusals("not_found", "banned", "conflict")
)
async def edit_post(post: Id, changed: ChangedPost, actor: SignedIn) -> PostView:
    """Change a post at once; what it said before is kept in its history."""
    async with unit_of_work() as session:
        changes = await changes_of(session, changed)
        await posts.edit(session, actor, post_id=post, base_version=changed.version, **changes)
        return await posts.get_view(session, actor, post)


@router.delete(
    "/posts/{post}", status_code=204, dependencies=writes, responses=refusals("not_found")
)
async def delete_post(post: Id, actor: SignedIn) -> None:
    """Delete a post; for a while its author can restore it."""
    async with unit_of_work() as session:
        await posts.delete(session, actor, post_id=post)


@router.post(
    "/posts/{post}/publish",
    dependencies=writes,
    responses=refusals("not_found", "banned", "conflict"),
)
async def publish_post(post: Id, actor: SignedIn, basis: Basis | None = None) -> PostView:
    """Show a draft to everybody, or what was saved of a published post since."""
    async with unit_of_work() as session:
        version = basis.version if basis else None
        await posts.publish(session, actor, post_id=post, base_version=version)
        return await posts.get_view(session, actor, post)


@router.post(
    "/posts/{post}/unpublish", dependencies=writes, responses=refusals("not_found", "conflict")
)
async def unpublish_post(post: Id, actor: SignedIn) -> PostStatus:
    """Take a post from its readers; its author keeps it."""
    async with unit_of_work() as session:
        await posts.unpublish(session, actor, post_id=post)
    return PostStatus(id=post, status="unpublished")


@router.post("/posts/{post}/restore", dependencies=writes, responses=refusals("not_found"))
async def restore_post(post: Id, actor: SignedIn) -> PostView:
    """Bring a deleted post back to its author, as a draft or unpublished."""
    async with unit_of_work() as session:
        await posts.restore(session, actor, post_id=post)
        return await posts.get_view(session, actor, post)


@router.post("/posts/{post}/pin", dependencies=writes, responses=refusals("not_found", "conflict"))
async def pin_post(post: Id, actor: SignedIn) -> PostView:
    """Put a post on top of its profile or community, in place of the one that was there."""
    async with unit_of_work() as session:
        await posts.pin(session, actor, post_id=post)
        return await posts.get_view(session, actor, post)


@router.delete(
    "/posts/{post}/pin", status_code=204, dependencies=writes, responses=refusals("not_found")
)
async def unpin_post(post: Id, actor: SignedIn) -> None:
    """Take a post from the top."""
    async with unit_of_work() as session:
        await posts.unpin(session, actor, post_id=post)


async def changes_of(session: AsyncSession, fields: PostFields) -> Any:
    """The fields that were given, as the domain takes them."""
    given = fields.model_dump(exclude_unset=True, exclude={"status", "version"})
    if "community" in given:
        given["community_id"] = await _community_id(session, given.pop("community"))
    return given


async def _community_id(session: AsyncSession, which: int | str | None) -> int | None:
    if which is None:
        return None
    try:
        return (await communities.get_community(session, which)).id
    except NotFound as error:
        raise Invalid.field("community", error.sentence) from error
