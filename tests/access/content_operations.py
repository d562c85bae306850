"""The operations on posts and comments, and how HTTP clients and browsers reach them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from community.state.pages.comments.ai import SummaryState
from community.state.pages.comments.comments import CommentsState
from community.state.pages.feed import FeedState
from community.state.pages.posts.drafts import DraftsState
from community.state.pages.posts.post import PostActionsState, PostState
from community.state.pages.posts.writing import WritingState
from community.state.pages.reporting import ReportingState
from tests.access.operation import Event, Operation
from tests.access.scenario import Scenario


def _message(text: str = "Changed.") -> dict[str, Any]:
    return {"text": text, "client_id": uuid4().hex}


def _draft_message(post_id: int) -> dict[str, Any]:
    return {
        "client_id": uuid4().hex,
        "post_id": post_id,
        "revision": 1,
        "changes": {"title": "Changed"},
    }


def _on_post(handler: Any, **more: Any) -> Callable[[Scenario, int], list[list[Event]]]:
    return lambda _, post_id: [[(handler, {"post_id": post_id, **more})]]


def _on_comment(handler: Any, **more: Any) -> Callable[[Scenario, int], list[list[Event]]]:
    return lambda _, comment_id: [[(handler, {"comment_id": comment_id, **more})]]


def _report(kind: str) -> Callable[[Scenario, int], list[list[Event]]]:
    return lambda _, target_id: [
        [
            (
                ReportingState.submit,
                {"message": {"target_kind": kind, "target_id": str(target_id), "reason": "spam"}},
            )
        ]
    ]


CONTENT_OPERATIONS: dict[str, Operation] = {
    "read post": Operation("post", "GET /posts/{post}", is_public=True),
    "list comments": Operation("post", "GET /posts/{post}/comments", is_public=True),
    "read summary": Operation("post", "GET /posts/{post}/summary"),
    "request summary": Operation(
        "post", "POST /posts/{post}/summary", events=_on_post(SummaryState.open)
    ),
    "open editor": Operation(
        "post", "GET /posts/{post}/draft", events=_on_post(WritingState.reload_draft)
    ),
    "edit post": Operation("post", "PATCH /posts/{post}", lambda *_: {"title": "Changed"}),
    "save draft": Operation(
        "post",
        "PATCH /posts/{post}/draft",
        lambda *_: {"title": "Changed"},
        lambda _, post_id: [[(WritingState.save, {"message": _draft_message(post_id)})]],
    ),
    "discard changes": Operation(
        "post", "DELETE /posts/{post}/draft", events=_on_post(DraftsState.discard_changes)
    ),
    "move post": Operation(
        "post", "PATCH /posts/{post}", lambda s, _: {"community": s.communities["elsewhere"]}
    ),
    "publish post": Operation(
        "post", "POST /posts/{post}/publish", events=_on_post(PostActionsState.publish)
    ),
    "approve post": Operation(
        "post", "POST /posts/{post}/moderate", lambda *_: {"status": "published"}
    ),
    "reject post": Operation(
        "post", "POST /posts/{post}/moderate", lambda *_: {"status": "unpublished"}
    ),
    "unpublish post": Operation(
        "post", "POST /posts/{post}/unpublish", events=_on_post(PostActionsState.unpublish)
    ),
    "delete post": Operation(
        "post",
        "DELETE /posts/{post}",
        events=lambda _, post_id: [
            [(state.delete, {"post_id": post_id})] for state in (PostActionsState, DraftsState)
        ],
    ),
    "restore post": Operation("post", "POST /posts/{post}/restore"),
    "pin post": Operation(
        "post", "POST /posts/{post}/pin", events=_on_post(PostActionsState.pin, enabled=True)
    ),
    "unpin post": Operation(
        "post", "DELETE /posts/{post}/pin", events=_on_post(PostActionsState.pin, enabled=False)
    ),
    "watch post": Operation(
        "post", "POST /posts/{post}/watch", events=_on_post(PostActionsState.watch, enabled=True)
    ),
    "unwatch post": Operation(
        "post", "DELETE /posts/{post}/watch", events=_on_post(PostActionsState.watch, enabled=False)
    ),
    "react to post": Operation(
        "post",
        "POST /reaction",
        lambda _, post_id: {"target": "post", "target_id": post_id, "reaction": "like"},
        lambda _, post_id: [
            [(state.react, {"post_id": post_id, "code": "like"})]
            for state in (PostState, FeedState)
        ],
    ),
    "comment": Operation(
        "post",
        "POST /comments",
        lambda _, post_id: {"post_id": post_id, "text": "New."},
        lambda _, post_id: [
            [
                (
                    CommentsState.submit_reply,
                    {"post_id": post_id, "parent_id": 0, "message": _message()},
                )
            ]
        ],
    ),
    "report post": Operation(
        "post", "POST /posts/{post}/report", lambda *_: {"reason": "spam"}, _report("post")
    ),
    "report comment": Operation(
        "comment",
        "POST /comments/{comment}/report",
        lambda *_: {"reason": "spam"},
        _report("comment"),
    ),
    "read comment": Operation("comment", "GET /comments/{comment}", is_public=True),
    "read replies": Operation(
        "comment",
        "GET /comments/{comment}/replies",
        events=_on_comment(CommentsState.load_replies, cursor=""),
        is_public=True,
    ),
    "read context": Operation("comment", "GET /comments/{comment}/context", is_public=True),
    "read history": Operation(
        "comment", "GET /comments/{comment}/history", events=_on_comment(CommentsState.show_history)
    ),
    "edit comment": Operation(
        "comment",
        "PATCH /comments/{comment}",
        lambda *_: {"text": "Changed."},
        lambda _, comment_id: [
            [(CommentsState.save_edit, {"comment_id": comment_id, "message": _message()})]
        ],
    ),
    "delete comment": Operation(
        "comment", "DELETE /comments/{comment}", events=_on_comment(CommentsState.delete)
    ),
    "delete thread": Operation(
        "comment",
        "DELETE /comments/{comment}/branch/destroy",
        events=lambda _, comment_id: [
            [
                (CommentsState.show_delete_dialog, {"comment_id": comment_id}),
                (CommentsState.delete_thread, {}),
            ]
        ],
    ),
    "restore comment": Operation("comment", "POST /comments/{comment}/restore"),
    "approve comment": Operation(
        "comment", "POST /comments/{comment}/moderate", lambda *_: {"status": "published"}
    ),
    "hold comment": Operation(
        "comment", "POST /comments/{comment}/moderate", lambda *_: {"status": "on_moderation"}
    ),
    "read moderation": Operation("comment", "GET /comments/{comment}/moderation"),
    "pin comment": Operation(
        "comment",
        "POST /comments/{comment}/pin",
        events=_on_comment(CommentsState.pin, is_pinned=True),
    ),
    "unpin comment": Operation(
        "comment",
        "DELETE /comments/{comment}/pin",
        events=_on_comment(CommentsState.pin, is_pinned=False),
    ),
    "react to comment": Operation(
        "comment",
        "POST /reaction",
        lambda _, comment_id: {"target": "comment", "target_id": comment_id, "reaction": "like"},
        _on_comment(CommentsState.react, code="like"),
    ),
}
