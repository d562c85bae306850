"""Making posts visible, changing what readers see, and taking it from them again."""

from typing import Unpack

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events, markup
from community.core.actor import Actor
from community.core.errors import Conflict, NotAllowed
from community.domain.posts import content, counters, placing, policies, queries
from community.domain.posts.events import PostEdited, PostPublished, PostUnpublished
from community.domain.posts.pictures import keep_pictures
from community.domain.posts.schemas import PostChanges
from community.models import Post, PostDraft, PostRevision, PostTag


async def publish(
    session: AsyncSession, actor: Actor, *, post_id: int, base_version: int | None = None
) -> Post:
    """Show a draft to everybody, or what was saved of a published post since.

    Publishing what is published changes nothing. A post that comes back keeps the date of its
    first publication, so that nobody climbs the feeds by hiding and showing.

    Args:
        base_version: the version that the actor has seen; None to publish whatever is saved.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: everybody but the author, or of what was taken down everybody but moderators;
            no right in the community.
        Invalid: no title or no text.
        Conflict: it was changed elsewhere in the meantime, or the community is closed.
    """
    post = await queries.get_for_change(session, actor, post_id, also="unpublished")
    moderates = await queries.may_moderate(session, actor, post)
    policies.ensure_may_publish(actor, post, moderates=moderates)
    if post.status == "published":
        return await _publish_changes(session, actor, post, base_version)
    content.ensure_current(post, base_version)
    content.ensure_complete(post)
    await placing.ensure_may_stand(session, actor, post)
    is_first = post.published_at is None
    post.status = "published"
    post.published_at = post.published_at or clock.now()
    post.withdrawn_by_id = None
    await _show(session, actor, post)
    await counters.count_published(session, post, 1)
    events.record(session, PostPublished(post.id, post.author_id, post.community_id, is_first))
    return post


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    base_version: int | None = None,
    **changes: Unpack[PostChanges],
) -> Post:
    """Change a post at once; of a published one, what it said before is kept in its history.

    Args:
        base_version: the version that the changes were made to.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: everybody but the author and administrators; no right in the new community;
            another community while a moderator has it down.
        Invalid: with a sentence for each field.
        Conflict: it was changed elsewhere in the meantime.
    """
    post = await queries.get_for_change(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    kept = content.checked(changes)
    if not content.differs(post, kept):
        return post
    content.ensure_current(post, base_version)
    await _revise(session, actor, post, kept)
    return await queries.get_for_change(session, actor, post.id) if "community_id" in kept else post


async def unpublish(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Take a post from its readers; its author keeps it.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: everybody but its author and moderators.
        Conflict: it was never published.
    """
    post = await queries.get_for_change(session, actor, post_id, also="unpublished")
    if not actor.is_person(post.author_id) and not await queries.may_moderate(session, actor, post):
        raise NotAllowed("Only its author or a moderator can take a post down.")
    if post.status == "unpublished":
        return False
    if post.status != "published":
        raise Conflict("This post is not published.")
    await withdraw(session, actor, post, status="unpublished")
    events.record(session, PostUnpublished(post.id, post.author_id, actor.id))
    return True


async def withdraw(session: AsyncSession, actor: Actor, post: Post, *, status: str) -> None:
    """Take a post out of `published`, with everything that counts or finds it."""
    was_published = post.status == "published"
    post.status, post.pinned_at = status, None
    # Deleting what a moderator took down does not make it one's own decision.
    if post.withdrawn_by_id in {None, post.author_id}:
        post.withdrawn_by_id = actor.id
    await session.flush()
    if was_published:
        await session.execute(delete(PostTag).where(col(PostTag.post_id) == post.id))
        await counters.count_published(session, post, -1)


async def _publish_changes(
    session: AsyncSession, actor: Actor, post: Post, base_version: int | None
) -> Post:
    aside = await session.get(PostDraft, post.id)
    if aside is None:
        return post
    content.ensure_current(post, base_version)
    content.ensure_complete(aside)
    kept = PostChanges(
        title=aside.title,
        intro=aside.intro,
        text=aside.text,
        cover=aside.cover,
        tags=list(aside.tags),
    )
    await session.delete(aside)
    if content.differs(post, kept):
        await _revise(session, actor, post, kept)
    await session.flush()
    return post


async def _revise(session: AsyncSession, actor: Actor, post: Post, changes: PostChanges) -> None:
    is_published = post.status == "published"
    if is_published and content.differs(post, _read(changes)):
        session.add(
            PostRevision(
                post_id=post.id,
                editor_id=actor.id,
                title=post.title,
                intro=post.intro,
                text=post.text,
            )
        )
        post.edited_at = clock.now()
    if post.community_id != changes.get("community_id", post.community_id):
        await _move(session, actor, post, changes["community_id"])
    content.apply(post, changes)
    post.version += 1
    post.saved_at = clock.now()
    if is_published:
        content.ensure_complete(post)
        await _show(session, actor, post)
        events.record(session, PostEdited(post.id, actor.id))
    else:
        post.slug = content.slug_of(post)
        await keep_pictures(session, actor, post)
        await session.flush()


def _read(changes: PostChanges) -> PostChanges:
    """Those changes that leave the mark "edited"."""
    kept = PostChanges(**changes)
    for name in ("cover", "tags", "community_id", "comments_enabled"):
        kept.pop(name, None)  # type: ignore[misc]
    return kept


async def _move(session: AsyncSession, actor: Actor, post: Post, community_id: int | None) -> None:
    policies.ensure_may_move(actor, post)
    await placing.ensure_exists(session, community_id)
    if post.status != "published":
        post.community_id = community_id
        return
    await counters.count_published(session, post, -1)
    post.community_id, post.pinned_at = community_id, None
    await placing.ensure_may_stand(session, actor, post)
    await counters.count_published(session, post, 1)


async def _show(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Everything that is made of the text, on write."""
    post.html = await markup.rendered(post.text)
    post.reading_time = markup.reading_time(post.text)
    post.slug = content.slug_of(post)
    counters.rescore(post)
    await keep_pictures(session, actor, post)
    await session.execute(delete(PostTag).where(col(PostTag.post_id) == post.id))
    session.add_all(PostTag(tag=tag, post_id=post.id) for tag in post.tags)
    await session.flush()
