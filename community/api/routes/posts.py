"""HTTP routes for posts."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from community.api.http import Caller, Session, SignedIn, error_responses, rate_limit
from community.api.http.parameters import DefaultPageParams, Id
from community.api.http.responses import JsonDefaultRoute
from community.core.db.pagination import Page
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound
from community.core.read_models import ReadModel
from community.domain import communities, discovery, people, posts

router = APIRouter(tags=["Posts"])
write_router = APIRouter(tags=["Posts"], dependencies=[rate_limit("writes")])

# Higher than the limit of the domain, so that the domain reports which limit is exceeded.
_Line = Annotated[str, Field(max_length=10_000)]
_Text = Annotated[str, Field(max_length=1_000_000)]
_Community = Annotated[
    Id | _Line | None, Field(description="The id or slug of the community to publish in.")
]
_Version = Annotated[
    Id | None,
    Field(description="The version that the changes are based on. Returns 409 if it is outdated."),
]

drafts_router = APIRouter(tags=["Drafts"])
drafts_write_router = APIRouter(tags=["Drafts"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Drafts"], route_class=JsonDefaultRoute)


class PostFields(BaseModel):
    """The content of a post."""

    title: _Line = ""
    intro: _Line = ""
    text: _Text = ""
    cover: _Line | None = None
    tags: Annotated[list[_Line], Field(max_length=100)] = []
    community: _Community = None
    comments_enabled: bool = True


class PostCreate(PostFields):
    """A new post, created as a draft or published immediately."""

    status: Literal["draft", "published"] = "draft"


class PostUpdate(PostFields):
    """The fields of a post to change. Omitted fields keep their value."""

    version: _Version = None


class BaseVersion(BaseModel):
    """The latest version of the post that the author has seen."""

    version: _Version = None


class PostModerate(BaseModel):
    """The decision of a moderator about a post that waits for review."""

    status: Literal["published", "unpublished"]
    reason: _Line = ""
    version: _Version = None


class PostStatus(ReadModel):
    """The id and the status of a post after a request that unpublished or reviewed it.

    The text of the post is not included, because moderators who unpublish a post are not always
    allowed to read it.
    """

    id: int
    status: str


@router.get("/posts", responses=error_responses("not_found"))
async def list_posts(
    *,
    actor: Caller,
    session: Session,
    page: DefaultPageParams,
    author: Annotated[
        str | None, Query(max_length=100, description="The id or slug of an author.")
    ] = None,
    community: Annotated[
        str | None, Query(max_length=100, description="The id or slug of a community.")
    ] = None,
    tag: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[posts.PostCard]:
    """List published posts, newest first. Pinned posts keep their chronological position."""
    user = await people.get_user(session, author) if author else None
    found = await communities.get_community(session, community) if community else None
    return await discovery.get_feed(
        session,
        actor,
        name=people.Feed.NEW,
        author_id=user.id if user else None,
        community_id=found.id if found else None,
        tag=tag,
        cursor=page.cursor,
        limit=page.limit,
        include_pinned=True,
    )


@write_router.post(
    "/posts", status_code=201, responses=error_responses("banned", "email_unverified")
)
async def create_post(new: PostCreate, actor: SignedIn, response: Response) -> posts.PostView:
    """Create a draft, or publish a post immediately with `status: published`.

    If a moderator has to review the post first, the status in the response is `on_moderation`.
    """
    values = await convert_to_domain_arguments(new)
    async with unit_of_work() as session:
        post = await posts.create_draft(session, actor, **values)
        if new.status == "published":
            await posts.publish(session, actor, post_id=post.id)
        view = await posts.get_view(session, actor, post.id)
        response.headers["Location"] = f"/posts/{view.id}"
        return view


@router.get("/posts/{post}")
async def get_post(post: Id, actor: Caller, session: Session) -> posts.PostView:
    """Retrieve a post with its text."""
    view = await posts.get_view(session, actor, post)
    posts.record_view(actor, post)
    return view


@write_router.patch("/posts/{post}", responses=error_responses("banned"))
async def edit_post(post: Id, changes: PostUpdate, actor: SignedIn) -> posts.PostView:
    """Edit a post and publish the changes. The previous version is kept in the post's history.

    If a moderator has to review the changes first, the post is hidden until then, with the status
    `on_moderation`.
    """
    values = await convert_to_domain_arguments(changes)
    async with unit_of_work() as session:
        await posts.edit(session, actor, post_id=post, base_version=changes.version, **values)
        return await posts.get_view(session, actor, post)


@write_router.delete("/posts/{post}", status_code=204)
async def delete_post(post: Id, actor: SignedIn, session: Session) -> None:
    """Delete a post. Its author can restore it for a limited time."""
    await posts.delete(session, actor, post_id=post)


@write_router.post("/posts/{post}/publish", responses=error_responses("banned", "email_unverified"))
async def publish_post(
    post: Id, actor: SignedIn, session: Session, base: BaseVersion | None = None
) -> posts.PostView:
    """Publish a draft, or the unpublished changes to a published post.

    If a moderator has to review the post first, its status is `on_moderation`.
    """
    version = base.version if base else None
    await posts.publish(session, actor, post_id=post, base_version=version)
    return await posts.get_view(session, actor, post)


@write_router.post("/posts/{post}/unpublish")
async def unpublish_post(post: Id, actor: SignedIn, session: Session) -> PostStatus:
    """Unpublish a post. Its author can still read and edit it."""
    await posts.unpublish(session, actor, post_id=post)
    return PostStatus(id=post, status="unpublished")


@write_router.post("/posts/{post}/moderate")
async def moderate_post(
    post: Id, change: PostModerate, actor: SignedIn, session: Session
) -> PostStatus:
    """Publish or reject a post that waits for review, as a moderator.

    A rejected post is unpublished, and its author cannot publish it again. If the post does not
    wait any more, nothing changes. `version` is the version that the moderator has read.
    """
    changed = await posts.moderate(
        session,
        actor,
        post_id=post,
        status=change.status,
        reason=change.reason,
        base_version=change.version,
    )
    found = await posts.find(session, post)
    current = change.status if changed or found is None else found.status
    return PostStatus(id=post, status=current)


@write_router.post("/posts/{post}/restore")
async def restore_post(post: Id, actor: SignedIn, session: Session) -> posts.PostView:
    """Restore a deleted post as a draft or, if it was ever published, as an unpublished post."""
    await posts.restore(session, actor, post_id=post)
    return await posts.get_view(session, actor, post)


@write_router.post("/posts/{post}/pin")
async def pin_post(post: Id, actor: SignedIn, session: Session) -> posts.PostView:
    """Pin a post to the top of its community or, without a community, of its author's profile.

    A community has one pinned post, so this unpins the previous one. A profile has up to three.
    """
    await posts.pin(session, actor, post_id=post)
    return await posts.get_view(session, actor, post)


@write_router.delete("/posts/{post}/pin", status_code=204)
async def unpin_post(post: Id, actor: SignedIn, session: Session) -> None:
    """Unpin a post."""
    await posts.unpin(session, actor, post_id=post)


async def convert_to_domain_arguments(fields: PostFields) -> Any:
    """Convert the submitted fields to keyword arguments for functions of `domain.posts`.

    Render `text`, and replace `community`, an id or a slug, with `community_id`. Call this function
    outside a transaction.
    """
    values = fields.model_dump(exclude_unset=True, exclude={"status", "version"})
    if "text" in values:
        values["text"] = await posts.render_text(values["text"])
    if "community" in values:
        values["community_id"] = await _find_community_id(values.pop("community"))
    return values


async def _find_community_id(id_or_slug: int | str | None) -> int | None:
    if id_or_slug is None:
        return None
    try:
        async with read_session() as session:
            return (await communities.get_community(session, id_or_slug)).id
    except NotFound as error:
        raise Invalid.for_field("community", error.message) from error


@page_router.get("/drafts")
async def list_drafts(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[posts.DraftCard]:
    """List the caller's posts that are not published or have unpublished changes.

    The most recently saved post comes first.
    """
    return await posts.list_drafts(session, actor, cursor=page.cursor, limit=page.limit)


@drafts_router.get("/posts/{post}/draft")
async def get_draft(post: Id, actor: SignedIn, session: Session) -> posts.DraftView:
    """Retrieve the version of a post that its author edits, including unpublished changes."""
    return await posts.get_draft(session, actor, post)


@drafts_write_router.patch("/posts/{post}/draft", responses=error_responses("banned"))
async def save_draft(post: Id, changes: PostUpdate, actor: SignedIn) -> posts.DraftView:
    """Save changes to a post without publishing them. Readers still see the published version."""
    values = await convert_to_domain_arguments(changes)
    async with unit_of_work() as session:
        await posts.save_draft(session, actor, post_id=post, base_version=changes.version, **values)
        return await posts.get_draft(session, actor, post)


@drafts_write_router.delete("/posts/{post}/draft", status_code=204)
async def discard_changes(post: Id, actor: SignedIn, session: Session) -> None:
    """Discard the unpublished changes of a published post."""
    await posts.discard_changes(session, actor, post_id=post)
