"""Discussions over HTTP."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from community import throttle
from community.api.files import Sent, body_with_files, with_files
from community.api.identity import Caller, SignedIn
from community.api.ids import Id
from community.api.limits import count_also, limited
from community.api.media import receive
from community.api.paging import Cut, Paging, paging
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.core.views import View
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

_writes = [limited("writes")]

_Roots = Annotated[Cut, Depends(paging(ROOTS_PER_PAGE))]
_Replies = Annotated[Cut, Depends(paging(REPLIES_PER_PAGE))]


class NewComment(BaseModel):
    """What is sent. Pictures may be ids of uploads, or files in a multipart body."""

    post_id: Id
    parent_id: Id | None = None
    text: Annotated[str, Field(max_length=100_000)] = ""
    media: Annotated[list[UUID], Field(max_length=20)] = []
    client_id: UUID | None = None


class ChangedComment(BaseModel):
    """What a comment should say. With `base_version`, only if it has that version still."""

    text: Annotated[str, Field(max_length=100_000)]
    base_version: Annotated[int | None, Field(ge=1, le=2**31)] = None


class Destroyed(View):
    """How many comments went."""

    deleted: int


@router.get("/posts/{post}/comments", responses=refusals("not_found"))
async def list_comments(post: Id, actor: Caller, cut: _Roots, sort: Order = Order.BEST) -> Thread:
    """Twenty roots, each with three levels of three replies; what is pinned is the first."""
    async with reading() as session:
        return await comments.thread(
            session, actor, post_id=post, order=sort, cursor=cut.cursor, limit=cut.limit
        )


@router.get("/comments/{comment}", responses=refusals("not_found"))
async def get_comment(comment: Id, actor: Caller) -> CommentView:
    """One comment."""
    async with reading() as session:
        return await comments.get_view(session, actor, comment)


@router.get("/comments/{comment}/replies", responses=refusals("not_found"))
async def list_replies(
    comment: Id, actor: Caller, cut: _Replies, sort: Order = Order.BEST
) -> Thread:
    """The next fifty replies of a comment."""
    async with reading() as session:
        return await comments.replies(
            session, actor, comment_id=comment, order=sort, cursor=cut.cursor, limit=cut.limit
        )


@router.get("/comments/{comment}/context", responses=refusals("not_found"))
async def get_context(comment: Id, actor: Caller) -> Thread:
    """What a link to one comment shows: its ancestors with their first replies, and its own.

    A reply that is not among the first stands behind them, and again among what `more` leads to.
    """
    async with reading() as session:
        return await comments.context(session, actor, comment_id=comment)


@router.get("/comments/{comment}/history", responses=refusals("not_found"))
async def list_history(comment: Id, actor: SignedIn, cut: Paging) -> Page[CommentRevisionView]:
    """What a comment said before each change, the last first; for its author and moderators."""
    async with reading() as session:
        return await comments.history(
            session, actor, comment_id=comment, cursor=cut.cursor, limit=cut.limit
        )


@router.post(
    "/comments",
    status_code=201,
    dependencies=[limited("comments")],
    responses=refusals(
        "not_found",
        "conflict",
        "banned",
        "commenting_restricted",
        "email_unverified",
        "account_too_new",
        "too_large",
        "unsupported_media",
    ),
    openapi_extra=body_with_files(NewComment),
)
async def create_comment(
    request: Request,
    sent: Annotated[Sent[NewComment], Depends(with_files(NewComment))],
    actor: SignedIn,
    response: Response,
) -> CommentView:
    """Comment on a post, or answer a comment. Files of a multipart body become its pictures."""
    new = sent.values
    comments.ensure_images_fit(len(new.media) + len(sent.files))
    for _ in sent.files:  # all of them before the first is looked at
        await count_also(request, "media", throttle.key_of(actor))
    media = [*new.media, *[(await receive(actor, file)).id for file in sent.files]]
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
    dependencies=[limited("comments")],
    responses=refusals("not_found", "edit_window_expired", "conflict"),
)
async def edit_comment(comment: Id, changed: ChangedComment, actor: SignedIn) -> CommentView:
    """Change one's own comment within the edit window, which moderators do not have.

    Administrators change any; what others wrote, moderators hide.
    """
    async with unit_of_work() as session:
        await comments.edit(
            session,
            actor,
            comment_id=comment,
            text=changed.text,
            base_version=changed.base_version,
        )
        return await comments.get_view(session, actor, comment)


@router.delete(
    "/comments/{comment}", status_code=204, dependencies=_writes, responses=refusals("not_found")
)
async def delete_comment(comment: Id, actor: SignedIn) -> None:
    """Delete one comment; with living answers it leaves a stub."""
    async with unit_of_work() as session:
        await comments.delete(session, actor, comment_id=comment)


@router.delete(
    "/comments/{comment}/branch/destroy", dependencies=_writes, responses=refusals("not_found")
)
async def destroy_branch(comment: Id, actor: SignedIn) -> Destroyed:
    """Delete a comment with everything below it."""
    async with unit_of_work() as session:
        return Destroyed(deleted=await comments.destroy_branch(session, actor, comment_id=comment))


@router.post("/comments/{comment}/restore", dependencies=_writes, responses=refusals("not_found"))
async def restore_comment(comment: Id, actor: SignedIn) -> CommentView:
    """Bring a deleted comment back."""
    async with unit_of_work() as session:
        await comments.restore(session, actor, comment_id=comment)
        return await comments.get_view(session, actor, comment)


@router.post(
    "/comments/{comment}/pin", dependencies=_writes, responses=refusals("not_found", "conflict")
)
async def pin_comment(comment: Id, actor: SignedIn) -> CommentView:
    """Put a comment at the top of its discussion, in place of the one that was there."""
    async with unit_of_work() as session:
        await comments.pin(session, actor, comment_id=comment)
        return await comments.get_view(session, actor, comment)


@router.delete(
    "/comments/{comment}/pin",
    status_code=204,
    dependencies=_writes,
    responses=refusals("not_found"),
)
async def unpin_comment(comment: Id, actor: SignedIn) -> None:
    """Take a comment from the top."""
    async with unit_of_work() as session:
        await comments.unpin(session, actor, comment_id=comment)
