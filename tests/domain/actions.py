"""Functions for tests that each run one domain action.

Each function opens a transaction, runs the action and the event listeners, and commits.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from community import jobs
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments, follows, notifications, posts, reactions
from community.domain.notifications import Inbox, NotificationView
from community.domain.posts import DraftView, PostView
from community.domain.reactions import ReactionSummary
from community.models import Comment, Post

P = ParamSpec("P")
R = TypeVar("R")


async def run(
    action: Callable[Concatenate[AsyncSession, Actor, P], Awaitable[R]],
    actor: Actor,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> R:
    async with unit_of_work() as session:
        return await action(session, actor, *args, **kwargs)


async def start_draft(
    actor: Actor, title: str = "On rye", text: str = "Flour.", **more: Any
) -> Post:
    rendered = await posts.render_text(text)
    return await run(posts.create_draft, actor, title=title, text=rendered, **more)


async def save_draft(actor: Actor, post: Post, **changes: Any) -> Post:
    return await run(posts.save_draft, actor, post_id=post.id, **await render_changes(changes))


async def publish_draft(actor: Actor, post: Post, **more: Any) -> Post:
    return await run(posts.publish, actor, post_id=post.id, **more)


async def publish_post(
    actor: Actor, title: str = "On rye", text: str = "Flour.", **more: Any
) -> Post:
    return await publish_draft(actor, await start_draft(actor, title, text, **more))


async def edit_post(actor: Actor, post: Post, **changes: Any) -> Post:
    return await run(posts.edit, actor, post_id=post.id, **await render_changes(changes))


async def unpublish_post(actor: Actor, post: Post) -> bool:
    return await run(posts.unpublish, actor, post_id=post.id)


async def delete_post(actor: Actor, post: Post) -> bool:
    return await run(posts.delete, actor, post_id=post.id)


async def restore_post(actor: Actor, post: Post) -> bool:
    return await run(posts.restore, actor, post_id=post.id)


async def render_changes(changes: dict[str, Any]) -> dict[str, Any]:
    if "text" not in changes:
        return changes
    return changes | {"text": await posts.render_text(changes["text"])}


async def get_post_view(actor: Actor, post: Post) -> PostView:
    async with read_session() as session:
        return await posts.get_view(session, actor, post.id)


async def get_draft(actor: Actor, post: Post) -> DraftView:
    async with read_session() as session:
        return await posts.get_draft(session, actor, post.id)


async def reply(
    actor: Actor, post: Post, text: str = "Well said.", parent: Comment | None = None
) -> Comment:
    parent_id = parent.id if parent else None
    rendered = await comments.render_text(text)
    return await run(comments.reply, actor, post_id=post.id, text=rendered, parent_id=parent_id)


async def delete_comment(actor: Actor, comment: Comment) -> None:
    await run(comments.delete, actor, comment_id=comment.id)


async def react(actor: Actor, target: Post | Comment, code: str | None = "like") -> ReactionSummary:
    kind: Any = "post" if isinstance(target, Post) else "comment"
    return await run(reactions.react, actor, target=kind, target_id=target.id, code=code)


async def follow(actor: Actor, user: Actor) -> bool:
    return await run(follows.follow, actor, user_id=user.id)


async def unfollow(actor: Actor, user: Actor) -> bool:
    return await run(follows.unfollow, actor, user_id=user.id)


async def ignore(actor: Actor, user: Actor) -> bool:
    return await run(follows.ignore, actor, user_id=user.id)


async def subscribe_to_author(actor: Actor, author: Actor) -> bool:
    return await run(notifications.subscribe_to_author, actor, author=author.id)


async def watch_post(actor: Actor, post: Post) -> bool:
    return await run(notifications.watch, actor, post_id=post.id)


async def disable_notifications(actor: Actor, *kinds: str) -> None:
    await run(notifications.update_preferences, actor, types=dict.fromkeys(kinds, False))


async def get_inbox(user: Actor, **more: Any) -> Inbox:
    """Run the jobs that are due, then return the inbox of `user`."""
    await jobs.run_due_jobs()
    async with read_session() as session:
        return await notifications.get_inbox(session, user, **more)


async def list_notification_kinds(user: Actor) -> list[str]:
    """Return the kind of each notification of `user`, newest notification first."""
    return [item.kind for item in (await get_inbox(user)).items]


async def get_only_notification(user: Actor) -> NotificationView:
    """Return the notification of `user`, who must have exactly one."""
    items = (await get_inbox(user)).items
    assert len(items) == 1, [item.text for item in items]
    return items[0]


async def mark_all_read(user: Actor) -> None:
    """Run the jobs that are due, then mark all notifications of `user` as read."""
    await jobs.run_due_jobs()
    async with unit_of_work() as session:
        await notifications.mark_all_read(session, user)
