"""What the inbox does about what happens elsewhere, in the same transaction."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, or_

from community import owed
from community.core import clock
from community.core.upsert import insert
from community.domain import comments, follows, posts, reactions
from community.domain.notifications import audience, fan_out
from community.domain.notifications.kinds import Kind, topic
from community.domain.notifications.policies import NEWS_AGAIN_AFTER, TOLD_AT_ONCE
from community.domain.notifications.telling import News, is_old_news, tell
from community.domain.notifications.withdrawing import withdraw, withdraw_comment
from community.models import Comment, NotificationSubscription, PostWatch


async def tell_of_comment(session: AsyncSession, fact: comments.CommentPosted) -> None:
    """The author of the parent, those mentioned, and those who watch the post."""
    said = await audience.find_said(session, fact.comment_id)
    if said is None:
        return
    watchers = await audience.watchers(session, fact.post_id, after=0, limit=TOLD_AT_ONCE)
    concerned = {user_id: [*kinds] for user_id, kinds in said.addressed.items()}
    for user_id in watchers:
        concerned.setdefault(user_id, []).append(Kind.POST_COMMENT)
    await tell(session, said.news, concerned)
    if len(watchers) == TOLD_AT_ONCE:
        owed.promise(session, "tell_watchers", comment_id=fact.comment_id, after=watchers[-1])


async def tell_of_naming(session: AsyncSession, fact: comments.CommentEdited) -> None:
    """Those who were mentioned afterwards, but for the one who heard of it as an answer."""
    said = await audience.find_said(session, fact.comment_id) if fact.named else None
    if said is None:
        return
    named = {user_id: [Kind.MENTION] for user_id in fact.named}
    concerned = {who: kinds for who, kinds in named.items() if said.addressed.get(who) == kinds}
    await tell(session, said.news, concerned)


async def tell_of_shown_comment(session: AsyncSession, fact: comments.CommentShown) -> None:
    """Those it addresses hear of it again: what a deletion withdrew comes back with its undoing.

    What was said longer ago is not news.
    """
    said = await audience.find_said(session, fact.comment_id)
    if said is None or said.comment.created_at < clock.now() - NEWS_AGAIN_AFTER:
        return
    await tell(session, said.news, said.addressed)


async def withdraw_hidden_comment(session: AsyncSession, fact: comments.CommentHidden) -> None:
    comment = await session.get(Comment, fact.comment_id)
    if comment is not None:
        await withdraw_comment(session, comment)


async def tell_of_reaction(session: AsyncSession, fact: reactions.ReactionSet) -> None:
    """The author of the post or comment; another reaction instead of the first is not news."""
    if fact.previous is not None:
        return
    kind, news = _reaction(fact)
    if not await is_old_news(session, news, kind, fact.author_id):
        await tell(session, news, {fact.author_id: [kind]})


async def withdraw_reaction(session: AsyncSession, fact: reactions.ReactionWithdrawn) -> None:
    kind, news = _reaction(fact)
    await withdraw(
        session, topic=news.topic(kind), recipient_id=fact.author_id, actor_id=fact.actor_id
    )


async def tell_of_follower(session: AsyncSession, fact: follows.Followed) -> None:
    news = News(fact.follower_id)
    if not await is_old_news(session, news, Kind.NEW_FOLLOWER, fact.followed_id):
        await tell(session, news, {fact.followed_id: [Kind.NEW_FOLLOWER]})


async def withdraw_follower(session: AsyncSession, fact: follows.Unfollowed) -> None:
    await withdraw(
        session,
        topic=topic(Kind.NEW_FOLLOWER),
        recipient_id=fact.followed_id,
        actor_id=fact.follower_id,
    )


async def part(session: AsyncSession, fact: follows.Ignored) -> None:
    """Neither wants to hear of the posts of the other any more."""
    subscription = NotificationSubscription
    await session.execute(
        delete(subscription).where(
            or_(
                (col(subscription.user_id) == fact.user_id)
                & (col(subscription.author_id) == fact.ignored_id),
                (col(subscription.user_id) == fact.ignored_id)
                & (col(subscription.author_id) == fact.user_id),
            )
        )
    )


async def tell_of_post(session: AsyncSession, fact: posts.PostPublished) -> None:
    """The author watches their post from now on; those who want to hear of it do so from a job.

    A post that is published again is not new.
    """
    if not fact.is_first:
        return
    await session.execute(
        insert(session, PostWatch)
        .values(post_id=fact.post_id, user_id=fact.author_id)
        .on_conflict_do_nothing()
    )
    owed.promise(session, "fan_out_post", post_id=fact.post_id)


async def tell_of_unpublished(session: AsyncSession, fact: posts.PostUnpublished) -> None:
    """Those who watch the post; and nobody has unread news about it any more."""
    owed.promise(session, "withdraw_post", post_id=fact.post_id)
    after = await fan_out.tell_unpublished(
        session, post_id=fact.post_id, actor_id=fact.by_id, limit=TOLD_AT_ONCE
    )
    if after is not None:
        owed.promise(
            session, "tell_unpublished", post_id=fact.post_id, actor_id=fact.by_id, after=after
        )


async def withdraw_deleted_post(session: AsyncSession, fact: posts.PostDeleted) -> None:
    """Nobody has unread news about a post that is gone."""
    owed.promise(session, "withdraw_post", post_id=fact.post_id)


def _reaction(fact: reactions.ReactionSet | reactions.ReactionWithdrawn) -> tuple[Kind, News]:
    if fact.target == "post":
        return Kind.POST_REACTION, News(fact.actor_id, post_id=fact.post_id)
    return Kind.COMMENT_REACTION, News(
        fact.actor_id, post_id=fact.post_id, comment_id=fact.target_id
    )
