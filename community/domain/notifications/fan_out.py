"""Telling many people, a batch in each transaction.

Each function does one batch, beyond the person `after`, and answers with the last of it, or with
None when everybody was told. `community/jobs/` calls it again until then.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.notifications import audience
from community.domain.notifications.kinds import Kind
from community.domain.notifications.policies import TOLD_PER_BATCH
from community.domain.notifications.telling import News, tell
from community.domain.notifications.withdrawing import withdraw_post as withdraw_unread
from community.models import Post


async def fan_out_post(session: AsyncSession, *, post_id: int, after: int = 0) -> int | None:
    """Tell of a new post those who subscribed to its author or its community."""
    post = await session.get(Post, post_id)
    if post is None or post.status != "published":
        return None
    readers = await audience.readers(session, post, after=after, limit=TOLD_PER_BATCH)
    news = News(post.author_id, post_id=post.id, community_id=post.community_id)
    await tell(session, news, dict.fromkeys(readers, (Kind.NEW_POST,)))
    return readers[-1] if len(readers) == TOLD_PER_BATCH else None


async def tell_watchers(session: AsyncSession, *, comment_id: int, after: int) -> int | None:
    """Tell of a comment those who watch its post and were not addressed by it in person."""
    said = await audience.find_said(session, comment_id)
    if said is None:
        return None
    post_id = said.comment.post_id
    watchers = await audience.watchers(session, post_id, after=after, limit=TOLD_PER_BATCH)
    others = [user_id for user_id in watchers if user_id not in said.addressed]
    await tell(session, said.news, dict.fromkeys(others, (Kind.POST_COMMENT,)))
    return watchers[-1] if len(watchers) == TOLD_PER_BATCH else None


async def tell_unpublished(
    session: AsyncSession,
    *,
    post_id: int,
    actor_id: int,
    after: int = 0,
    limit: int = TOLD_PER_BATCH,
) -> int | None:
    """Tell those who watch a post that it is not published any more."""
    watchers = await audience.watchers(session, post_id, after=after, limit=limit)
    news = News(actor_id, post_id=post_id)
    await tell(session, news, dict.fromkeys(watchers, (Kind.POST_UNPUBLISHED,)))
    return watchers[-1] if len(watchers) == limit else None


async def withdraw_post(session: AsyncSession, *, post_id: int, after: int = 0) -> int | None:
    """Take back what nobody has read yet about a post that is not published any more.

    `after` counts batches here: each takes away what the next one would find.
    """
    post = await session.get(Post, post_id)
    if post is None or post.status == "published":
        return None
    return after + 1 if await withdraw_unread(session, post, limit=TOLD_PER_BATCH) else None
