"""Who is concerned by what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.domain.notifications.kinds import Kind
from community.domain.notifications.telling import News
from community.models import Comment, Mention, NotificationSubscription, Post, PostWatch

# Made once: an alias of a table costs as much as a query.
_Parent = aliased(Comment)


@dataclass(frozen=True, slots=True)
class Said:
    """A comment that people may hear of, and whom it addresses in person."""

    comment: Comment
    addressed: dict[int, list[Kind]]

    @property
    def news(self) -> News:
        """That somebody said this."""
        return News(
            self.comment.author_id, post_id=self.comment.post_id, comment_id=self.comment.id
        )


async def find_said(session: AsyncSession, comment_id: int) -> Said | None:
    """A published comment under a published post, with those it addresses; None for any other.

    Somebody who is both answered and mentioned hears of an answer: where a client puts the name in
    front of each answer, mentions would otherwise take all answers over.
    """
    answered = and_(
        col(_Parent.id) == col(Comment.parent_id), col(_Parent.moderation_status) == "published"
    )
    found = (
        await session.execute(
            select(Comment, _Parent.author_id)
            .join(Post, col(Post.id) == col(Comment.post_id))
            .join(_Parent, answered, isouter=True)
            .where(
                Comment.id == comment_id,
                Comment.moderation_status == "published",
                Post.status == "published",
            )
        )
    ).one_or_none()
    if found is None:
        return None
    comment, answered_id = found
    addressed: dict[int, list[Kind]] = {}
    if answered_id is not None:
        addressed.setdefault(answered_id, []).append(Kind.COMMENT_REPLY)
    mentioned = await session.scalars(
        select(Mention.user_id).where(Mention.comment_id == comment_id)
    )
    for user_id in mentioned:
        addressed.setdefault(user_id, []).append(Kind.MENTION)
    return Said(comment, addressed)


async def watchers(session: AsyncSession, post_id: int, *, after: int, limit: int) -> Sequence[int]:
    """Those who watch a post, by their ids, beyond `after`."""
    rows = await session.scalars(
        select(PostWatch.user_id)
        .where(PostWatch.post_id == post_id, PostWatch.user_id > after)
        .order_by(col(PostWatch.user_id))
        .limit(limit)
    )
    return rows.all()


async def readers(session: AsyncSession, post: Post, *, after: int, limit: int) -> Sequence[int]:
    """Those who want to hear of new posts of this author or in this community, by their ids,
    beyond `after`. Each list is read from its own index, no further than needed.
    """
    wanted = [
        select(col(NotificationSubscription.user_id).label("user_id"))
        .where(rule, col(NotificationSubscription.user_id) > after)
        .order_by(col(NotificationSubscription.user_id))
        .limit(limit)
        .subquery()
        for rule in (
            col(NotificationSubscription.author_id) == post.author_id,
            col(NotificationSubscription.community_id) == post.community_id,
        )
    ]
    both = union(*(select(each.c.user_id) for each in wanted)).subquery()
    rows = await session.scalars(select(both.c.user_id).order_by(both.c.user_id).limit(limit))
    return rows.all()
