"""Functions for tests that each run one domain action.

Each function opens a transaction, runs the action and the event listeners, and commits.
"""

from typing import Any

from community import jobs
from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.domain import comments, follows, notifications, posts, reactions
from community.domain.notifications import Inbox, NotificationView
from community.domain.reactions import ReactionSummary
from community.models import Comment, Post


async def publish_post(author: Actor, title: str = "On rye", **more: Any) -> Post:
    async with unit_of_work() as session:
        draft = await posts.create_draft(session, author, title=title, text="Flour.", **more)
        return await posts.publish(session, author, post_id=draft.id)


async def unpublish_post(actor: Actor, post: Post) -> None:
    async with unit_of_work() as session:
        await posts.unpublish(session, actor, post_id=post.id)


async def reply(
    actor: Actor, post: Post, text: str = "Well said.", parent: Comment | None = None
) -> Comment:
    async with unit_of_work() as session:
        parent_id = parent.id if parent else None
        return await comments.reply(session, actor, post_id=post.id, text=text, parent_id=parent_id)


async def delete_comment(actor: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.delete(session, actor, comment_id=comment.id)


async def react(actor: Actor, target: Post | Comment, code: str | None = "like") -> ReactionSummary:
    async with unit_of_work() as session:
        kind: Any = "post" if isinstance(target, Post) else "comment"
        return await reactions.react(session, actor, target=kind, target_id=target.id, code=code)


async def follow(actor: Actor, user: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.follow(session, actor, user_id=user.id)


async def unfollow(actor: Actor, user: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.unfollow(session, actor, user_id=user.id)


async def ignore(actor: Actor, user: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.ignore(session, actor, user_id=user.id)


async def subscribe_to_author(actor: Actor, author: Actor) -> bool:
    async with unit_of_work() as session:
        return await notifications.subscribe_to_author(session, actor, author=author.id)


async def watch_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await notifications.watch(session, actor, post_id=post.id)


async def disable_notifications(actor: Actor, *kinds: str) -> None:
    async with unit_of_work() as session:
        await notifications.update_preferences(session, actor, types=dict.fromkeys(kinds, False))


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
