"""What people do in the stories: each in a unit of work of its own, with all that follows."""

from typing import Any

from community import jobs
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import comments, follows, notifications, posts, reactions
from community.domain.notifications import Inbox, NotificationView
from community.domain.reactions import ReactionSummary
from community.models import Comment, Post


async def publish(author: Actor, title: str = "On rye", **more: Any) -> Post:
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, author, title=title, text="Flour.", **more)
        return await posts.publish(session, author, post_id=draft.id)


async def unpublish(by: Actor, post: Post) -> None:
    async with unit_of_work() as session:
        await posts.unpublish(session, by, post_id=post.id)


async def reply(
    by: Actor, post: Post, text: str = "Well said.", to: Comment | None = None
) -> Comment:
    async with unit_of_work() as session:
        parent_id = to.id if to else None
        return await comments.reply(session, by, post_id=post.id, text=text, parent_id=parent_id)


async def delete(by: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.delete(session, by, comment_id=comment.id)


async def react(by: Actor, to: Post | Comment, code: str | None = "like") -> ReactionSummary:
    async with unit_of_work() as session:
        target: Any = "post" if isinstance(to, Post) else "comment"
        return await reactions.react(session, by, target=target, target_id=to.id, code=code)


async def follow(by: Actor, whom: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.follow(session, by, user_id=whom.id)


async def unfollow(by: Actor, whom: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.unfollow(session, by, user_id=whom.id)


async def ignore(by: Actor, whom: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.ignore(session, by, user_id=whom.id)


async def subscribe(by: Actor, whom: Actor) -> bool:
    async with unit_of_work() as session:
        return await notifications.subscribe_to_author(session, by, author=whom.id)


async def watch(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await notifications.watch(session, by, post_id=post.id)


async def switch_off(by: Actor, *kinds: str) -> None:
    async with unit_of_work() as session:
        await notifications.switch(session, by, types=dict.fromkeys(kinds, False))


async def inbox(of: Actor, **more: Any) -> Inbox:
    """What somebody finds in their inbox once all promises are kept."""
    await jobs.keep_all()
    async with reading() as session:
        return await notifications.inbox(session, of, **more)


async def told(of: Actor) -> list[str]:
    """The kinds in somebody's inbox, the newest first."""
    return [each.kind for each in (await inbox(of)).items]


async def only(of: Actor) -> NotificationView:
    """The one notification in somebody's inbox."""
    items = (await inbox(of)).items
    assert len(items) == 1, [each.text for each in items]
    return items[0]


async def read_everything(by: Actor) -> None:
    await jobs.keep_all()
    async with unit_of_work() as session:
        await notifications.read_all(session, by)
