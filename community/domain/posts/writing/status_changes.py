"""Changes of the status of a post, with its counters, its tags and the fields of its cards.

What administrators do with posts of other users has an entry in the audit log.
"""

from typing import Any

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.actor import Actor
from community.core.text import markup
from community.domain import audit
from community.domain.posts import counters, policies
from community.domain.posts.events import PostHeld
from community.domain.posts.writing import content
from community.models import Post, PostTag


async def hide_from_readers(
    session: AsyncSession, actor: Actor, post: Post, *, status: str
) -> None:
    """Set the status of a post to "unpublished" or "deleted", and unpin the post.

    If the post was published, remove its tags and update the counters.
    """
    await _hide(session, post, status)
    post.removed_by_id = actor.id
    await session.flush()


async def hold(session: AsyncSession, post: Post, rule: str) -> None:
    """Let a new or a published post wait for a moderator."""
    was_published = policies.is_published(post)
    await _hide(session, post, "on_moderation")
    post.hold_rule, post.removed_by_id, post.is_unpublished_by_moderator = rule, None, False
    await session.flush()
    events.record(session, PostHeld(post.id, post.author_id, was_published))


async def hold_reported(session: AsyncSession, post_id: int) -> bool:
    """Hold a published post that many users reported, unless a moderator published it."""
    post = next(iter(await counters.lock_posts(session, [post_id])), None)
    if post is None or not policies.is_published(post) or post.approved_at is not None:
        return False
    await hold(session, post, "reports")
    return True


async def show_to_readers(session: AsyncSession, post: Post) -> None:
    """Set the status of a post to "published".

    The post keeps the date of its first publication, so that authors cannot move it up in the
    feeds.
    """
    post.status, post.removed_by_id, post.cleanup_id = "published", None, None
    post.is_unpublished_by_moderator = False
    post.published_at = post.published_at or clock.now()
    await update_derived_fields(session, post)
    await counters.adjust_published_count(session, post, 1)


async def update_derived_fields(session: AsyncSession, post: Post) -> None:
    """Update what cards show of the text of a post, and the tags of a published one."""
    post.reading_time = markup.estimate_reading_minutes(post.text)
    post.excerpt = content.suggest_intro(post.text)
    post.slug = content.build_slug(post)
    if policies.is_published(post):
        counters.update_hotness(post)
        await counters.replace_tags(session, post)
    await session.flush()


async def add_audit_entry(
    session: AsyncSession,
    actor: Actor,
    post: Post,
    action: str,
    *,
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> None:
    """Add an entry if the actor is an administrator and another user wrote the post."""
    if not actor.is_admin or actor.is_user(post.author_id):
        return
    await audit.record(
        session,
        actor,
        action,
        target_kind="post",
        target_id=post.id,
        target_name=post.title,
        before=before,
        after=after,
        reason=reason,
    )


async def _hide(session: AsyncSession, post: Post, status: str) -> None:
    was_published = policies.is_published(post)
    if was_published:
        await counters.adjust_published_count(session, post, -1)
    post.status, post.pinned_at, post.cleanup_id = status, None, None
    await session.flush()
    if was_published:
        await session.execute(delete(PostTag).where(col(PostTag.post_id) == post.id))
