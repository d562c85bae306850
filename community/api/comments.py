"""HTTP routes for comments."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from community import throttle
from community.api.authentication import Caller, SignedIn
from community.api.error_responses import error_responses
from community.api.ids import Id
from community.api.media import save_upload
from community.api.multipart import (
    BodyWithFiles,
    build_json_or_multipart_parser,
    build_json_or_multipart_schema,
)
from community.api.pagination import DefaultPageParams, PageParams, build_page_params_dependency
from community.api.rate_limits import count_request, rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.core.read_models import ReadModel
from community.domain import comments
from community.domain.comments import (
    REPLIES_PER_PAGE,
    ROOTS_PER_PAGE,
    CommentRevisionView,
    CommentView,
    Order,
    Thread,
)

router = APIRouter(tags=["Comments"])

_writes = [rate_limit("writes")]

_Roots = Annotated[PageParams, Depends(build_page_params_dependency(ROOTS_PER_PAGE))]
_Replies = Annotated[PageParams, Depends(build_page_params_dependency(REPLIES_PER_PAGE))]


class CommentCreate(BaseModel):
    """A new comment. Attach images as upload ids in `media` or as files in a multipart body."""

    post_id: Id
    parent_id: Id | None = None
    text: Annotated[str, Field(max_length=100_000)] = ""
    media: Annotated[list[UUID], Field(max_length=20)] = []
    client_id: UUID | None = None


class CommentUpdate(BaseModel):
    """The new text of a comment. If `base_version` is outdated, the server returns 409."""

    text: Annotated[str, Field(max_length=100_000)]
    base_version: Annotated[int | None, Field(ge=1, le=2**31)] = None


class DestroyedBranch(ReadModel):
    """The number of comments that the request deleted."""

    deleted: int


@router.get("/posts/{post}/comments", responses=error_responses("not_found"))
async def list_comments(post: Id, actor: Caller, page: _Roots, sort: Order = Order.BEST) -> Thread:
    """List the top-level comments of a post, each with its first replies.

    By default, a page has twenty top-level comments. Replies are included up to three levels deep,
    with up to three replies to each comment. The pinned comment is always first.
    """
    async with read_session() as session:
        return await comments.get_thread(
            session, actor, post_id=post, order=sort, cursor=page.cursor, limit=page.limit
        )


@router.get("/comments/{comment}", responses=error_responses("not_found"))
async def get_comment(comment: Id, actor: Caller) -> CommentView:
    """Retrieve a comment."""
    async with read_session() as session:
        return await comments.get_view(session, actor, comment)


@router.get("/comments/{comment}/replies", responses=error_responses("not_found"))
async def list_replies(
    comment: Id, actor: Caller, page: _Replies, sort: Order = Order.BEST
) -> Thread:
    """List the replies to a comment, fifty per page by default."""
    async with read_session() as session:
        return await comments.list_replies(
            session, actor, comment_id=comment, order=sort, cursor=page.cursor, limit=page.limit
        )


@router.get("/comments/{comment}/context", responses=error_responses("not_found"))
async def get_context(comment: Id, actor: Caller) -> Thread:
    """Retrieve a comment with its replies, its ancestors and the first replies to each ancestor.

    The response always contains the comment, even if it is not one of the first replies to its
    parent. In this case, a later page of these replies contains the comment again.
    """
    async with read_session() as session:
        return await comments.get_with_context(session, actor, comment_id=comment)


@router.get("/comments/{comment}/history", responses=error_responses("not_found"))
async def list_history(
    comment: Id, actor: SignedIn, page: DefaultPageParams
) -> Page[CommentRevisionView]:
    """List the former versions of a comment, newest first.

    Only the author of the comment and moderators may see the former versions.
    """
    async with read_session() as session:
        return await comments.list_revisions(
            session, actor, comment_id=comment, cursor=page.cursor, limit=page.limit
        )


@router.post(
    "/comments",
    status_code=201,
    dependencies=[rate_limit("comments")],
    responses=error_responses(
        "not_found",
        "conflict",
        "banned",
        "commenting_restricted",
        "email_unverified",
        "account_too_new",
        "too_large",
        "unsupported_media",
    ),
    openapi_extra=build_json_or_multipart_schema(CommentCreate),
)
async def create_comment(
    request: Request,
    body: Annotated[
        BodyWithFiles[CommentCreate], Depends(build_json_or_multipart_parser(CommentCreate))
    ],
    actor: SignedIn,
    response: Response,
) -> CommentView:
    """Comment on a post or reply to a comment. Files in a multipart body are attached as images."""
    new = body.values
    comments.ensure_media_count(len(new.media) + len(body.files))
    # Count all files towards the rate limit before processing the first one.
    for _ in body.files:
        await count_request(request, "media", throttle.get_actor_key(actor))
    media = [*new.media, *[(await save_upload(actor, file)).id for file in body.files]]
    async with unit_of_work() as session:
        comment = await comments.reply(
            session,
            actor,
            post_id=new.post_id,
            parent_id=new.parent_id,
            text=new.text,
            media=media,
            client_id=new.client_id,
        )
        view = await comments.get_view(session, actor, comment.id)
    response.headers["Location"] = f"/comments/{view.id}"
    return view


@router.patch(
    "/comments/{comment}",
    dependencies=[rate_limit("comments")],
    responses=error_responses("not_found", "edit_window_expired", "conflict"),
)
async def edit_comment(comment: Id, changes: CommentUpdate, actor: SignedIn) -> CommentView:
    """Edit a comment.

    Authors can edit their own comments for a limited time. Authors who moderate the community can
    edit their own comments at any time. Administrators can edit any comment. Moderators can delete
    comments by other users, but cannot edit them.
    """
    async with unit_of_work() as session:
        await comments.edit(
            session,
            actor,
            comment_id=comment,
            text=changes.text,
            base_version=changes.base_version,
        )
        return await comments.get_view(session, actor, comment)


@router.delete(
    "/comments/{comment}",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found"),
)
async def delete_comment(comment: Id, actor: SignedIn) -> None:
    """Delete a comment. If it has visible replies, a placeholder without text takes its place."""
    async with unit_of_work() as session:
        await comments.delete(session, actor, comment_id=comment)


@router.delete(
    "/comments/{comment}/branch/destroy",
    dependencies=_writes,
    responses=error_responses("not_found"),
)
async def destroy_branch(comment: Id, actor: SignedIn) -> DestroyedBranch:
    """Delete a comment and all replies below it."""
    async with unit_of_work() as session:
        return DestroyedBranch(
            deleted=await comments.destroy_branch(session, actor, comment_id=comment)
        )


@router.post(
    "/comments/{comment}/restore", dependencies=_writes, responses=error_responses("not_found")
)
async def restore_comment(comment: Id, actor: SignedIn) -> CommentView:
    """Restore a deleted comment."""
    async with unit_of_work() as session:
        await comments.restore(session, actor, comment_id=comment)
        return await comments.get_view(session, actor, comment)


@router.post(
    "/comments/{comment}/pin",
    dependencies=_writes,
    responses=error_responses("not_found", "conflict"),
)
async def pin_comment(comment: Id, actor: SignedIn) -> CommentView:
    """Pin a comment to the top of the discussion. This unpins the previously pinned comment."""
    async with unit_of_work() as session:
        await comments.pin(session, actor, comment_id=comment)
        return await comments.get_view(session, actor, comment)


@router.delete(
    "/comments/{comment}/pin",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found"),
)
async def unpin_comment(comment: Id, actor: SignedIn) -> None:
    """Unpin a comment."""
    async with unit_of_work() as session:
        await comments.unpin(session, actor, comment_id=comment)
