"""HTTP routes for comments."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from community.api.http import Caller, Session, SignedIn, error_responses, forms, parameters
from community.api.http.parameters import DefaultPageParams, Id, PageParams
from community.api.http.rate_limits import count_request, rate_limit
from community.api.routes.media import save_upload
from community.core.db.pagination import Page
from community.core.db.sessions import unit_of_work
from community.core.read_models import ReadModel
from community.domain import comments

router = APIRouter(tags=["Comments"])
write_router = APIRouter(tags=["Comments"], dependencies=[rate_limit("writes")])


_Roots = Annotated[
    PageParams, Depends(parameters.build_page_params_dependency(comments.ROOTS_PER_PAGE))
]
_Replies = Annotated[
    PageParams, Depends(parameters.build_page_params_dependency(comments.REPLIES_PER_PAGE))
]


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


class CommentModerate(BaseModel):
    """The new status of a comment. If `base_version` is outdated, the server returns 409."""

    status: comments.ModerationStatus
    reason: Annotated[str, Field(max_length=comments.MAX_REASON_LENGTH)] = ""
    base_version: Annotated[int | None, Field(ge=1, le=2**31)] = None


class DestroyedBranch(ReadModel):
    """The number of comments that the request deleted."""

    deleted: int


@router.get("/posts/{post}/comments")
async def list_comments(
    post: Id,
    actor: Caller,
    session: Session,
    page: _Roots,
    sort: comments.Order = comments.Order.BEST,
) -> comments.Thread:
    """List the top-level comments of a post, each with its first replies.

    By default, a page has twenty top-level comments. Replies are included up to three levels deep,
    with up to three replies to each comment. The first page starts with the pinned comment, which
    is not counted.
    """
    return await comments.get_thread(
        session, actor, post_id=post, order=sort, cursor=page.cursor, limit=page.limit
    )


@router.get("/comments/{comment}")
async def get_comment(comment: Id, actor: Caller, session: Session) -> comments.CommentView:
    """Retrieve a comment."""
    return await comments.get_view(session, actor, comment)


@router.get("/comments/{comment}/replies")
async def list_replies(
    comment: Id,
    actor: Caller,
    session: Session,
    page: _Replies,
    sort: comments.Order = comments.Order.BEST,
) -> comments.Thread:
    """List the replies to a comment, fifty per page by default."""
    return await comments.list_replies(
        session, actor, comment_id=comment, order=sort, cursor=page.cursor, limit=page.limit
    )


@router.get("/comments/{comment}/context")
async def get_context(comment: Id, actor: Caller, session: Session) -> comments.Thread:
    """Retrieve a comment with its replies, its ancestors and the first replies to each ancestor.

    The response always contains the comment, even if it is not one of the first replies to its
    parent. In this case, a later page of these replies contains the comment again.
    """
    return await comments.get_with_context(session, actor, comment_id=comment)


@router.get("/comments/{comment}/history")
async def list_history(
    comment: Id, actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[comments.CommentRevisionView]:
    """List the former versions of a comment, newest first.

    Only the author of the comment and moderators may see the former versions. If the author deleted
    the comment, only the author may see them.
    """
    return await comments.list_revisions(
        session, actor, comment_id=comment, cursor=page.cursor, limit=page.limit
    )


@router.post(
    "/comments",
    status_code=201,
    dependencies=[rate_limit("comments")],
    responses=error_responses(
        "not_found", "banned", "commenting_restricted", "email_unverified", "account_too_new"
    ),
    openapi_extra=forms.build_json_or_multipart_schema(CommentCreate),
)
async def create_comment(
    request: Request,
    body: Annotated[
        forms.BodyWithFiles[CommentCreate],
        Depends(forms.build_json_or_multipart_parser(CommentCreate)),
    ],
    actor: SignedIn,
    response: Response,
) -> comments.CommentView:
    """Comment on a post or reply to a comment. Files in a multipart body are attached as images."""
    new = body.values
    comments.ensure_media_count(len(new.media) + len(body.files))
    text = await comments.render_text(new.text)
    # Count all files towards the rate limit before processing the first one.
    for _ in body.files:
        await count_request(request, actor, "media")
    media = [*new.media, *[(await save_upload(actor, file)).id for file in body.files]]
    async with unit_of_work() as session:
        comment = await comments.reply(
            session,
            actor,
            post_id=new.post_id,
            parent_id=new.parent_id,
            text=text,
            media=media,
            client_id=new.client_id,
        )
        view = await comments.get_view(session, actor, comment.id)
        response.headers["Location"] = f"/comments/{view.id}"
        return view


@router.patch(
    "/comments/{comment}",
    dependencies=[rate_limit("comments")],
    responses=error_responses("edit_window_expired"),
)
async def edit_comment(
    comment: Id, changes: CommentUpdate, actor: SignedIn
) -> comments.CommentView:
    """Edit a comment.

    Authors can edit their own comments for a limited time. Authors who moderate the community can
    edit their own comments at any time. Administrators can edit any comment. Moderators can delete
    comments by other users, but cannot edit them.
    """
    text = await comments.render_text(changes.text)
    async with unit_of_work() as session:
        await comments.edit(
            session, actor, comment_id=comment, text=text, base_version=changes.base_version
        )
        return await comments.get_view(session, actor, comment)


@write_router.delete("/comments/{comment}", status_code=204)
async def delete_comment(comment: Id, actor: SignedIn, session: Session) -> None:
    """Delete a comment. If it has visible replies, a placeholder without text takes its place."""
    await comments.delete(session, actor, comment_id=comment)


@write_router.delete("/comments/{comment}/branch/destroy")
async def destroy_branch(comment: Id, actor: SignedIn, session: Session) -> DestroyedBranch:
    """Delete a comment and all replies below it.

    Authors can do this if they wrote all these comments. Moderators can do this if all these
    comments were written while the post was in their community.
    """
    return DestroyedBranch(
        deleted=await comments.destroy_branch(session, actor, comment_id=comment)
    )


@write_router.post("/comments/{comment}/restore")
async def restore_comment(comment: Id, actor: SignedIn, session: Session) -> comments.CommentView:
    """Restore a deleted comment.

    Only the author can restore a comment that the author deleted, and only a moderator can restore
    a comment that a moderator deleted.
    """
    await comments.restore(session, actor, comment_id=comment)
    return await comments.get_view(session, actor, comment)


@write_router.post("/comments/{comment}/moderate")
async def moderate_comment(
    comment: Id, change: CommentModerate, actor: SignedIn, session: Session
) -> comments.CommentView:
    """Publish, hold or delete a comment as a moderator.

    A deleted comment can only be published again. Only its author can restore a comment that the
    author deleted.
    """
    await comments.moderate(session, actor, comment_id=comment, **change.model_dump())
    return await comments.get_view(session, actor, comment)


@router.get("/comments/{comment}/moderation")
async def list_moderation(
    comment: Id, actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[comments.CommentModerationView]:
    """List the changes of the status of a comment, newest first. Only moderators may see them."""
    return await comments.list_moderations(
        session, actor, comment_id=comment, cursor=page.cursor, limit=page.limit
    )


@write_router.post("/comments/{comment}/pin")
async def pin_comment(comment: Id, actor: SignedIn, session: Session) -> comments.CommentView:
    """Pin a comment to the top of the discussion. This unpins the previously pinned comment."""
    await comments.pin(session, actor, comment_id=comment)
    return await comments.get_view(session, actor, comment)


@write_router.delete("/comments/{comment}/pin", status_code=204)
async def unpin_comment(comment: Id, actor: SignedIn, session: Session) -> None:
    """Unpin a comment."""
    await comments.unpin(session, actor, comment_id=comment)
