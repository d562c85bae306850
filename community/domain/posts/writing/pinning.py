"""Actions that pin and unpin posts."""

from sqlalchemy import ColumnElement, and_, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE, acquire_advisory_lock
from community.domain.posts import policies
from community.domain.posts.events import PostPinChanged
from community.domain.posts.reading import queries
from community.i18n import gettext as _, ngettext
from community.models import Post


async def pin(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Pin a post in its community, or on its author's profile if it has no community.

    The post that was pinned in the community before is unpinned.

    Raises:
        PermissionDenied: Only moderators of its community pin a post, or without one its author and
            administrators.
        Conflict: The post is not published, or the profile already has `MAX_PINNED_ON_PROFILE`
            pinned posts.
    """
    await _lock_pin_scope(session, await queries.get_readable(session, actor, post_id))
    post = await _get_post_for_pinning(session, actor, post_id)
    if not policies.is_published(post):
        raise errors.Conflict(_("Publish the post before you pin it."))
    if post.pinned_at is not None:
        return False
    if post.community_id is None:
        await _ensure_fewer_than_maximum(session, post)
    else:
        await _unpin_others(session, post)
    post.pinned_at = clock.now()
    await session.flush()
    events.record(session, PostPinChanged(post.id))
    return True


async def unpin(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    post = await _get_post_for_pinning(session, actor, post_id)
    if post.pinned_at is None:
        return False
    post.pinned_at = None
    await session.flush()
    events.record(session, PostPinChanged(post.id))
    return True


async def _get_post_for_pinning(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    post = await queries.get_for_update(session, actor, post_id)
    policies.ensure_may_write(actor)
    can_moderate = await queries.may_moderate(session, actor, post)
    if not policies.has_pin_permission(actor, post, can_moderate=can_moderate):
        raise errors.PermissionDenied(_("You can't pin posts here."))
    return post


async def _ensure_fewer_than_maximum(session: AsyncSession, post: Post) -> None:
    """Raise `Conflict` if the profile cannot have another pinned post. `pin` holds the lock."""
    pinned_count = await session.scalar(
        select(func.count()).where(
            _build_pin_scope_condition(post), col(Post.pinned_at).is_not(None)
        )
    )
    if (pinned_count or 0) >= policies.MAX_PINNED_ON_PROFILE:
        message = ngettext(
            "You can pin up to {n} post. Unpin one first.",
            "You can pin up to {n} posts. Unpin one first.",
            policies.MAX_PINNED_ON_PROFILE,
        )
        raise errors.Conflict(message)


async def _unpin_others(session: AsyncSession, post: Post) -> None:
    await session.execute(
        update(Post)
        .where(_build_pin_scope_condition(post), col(Post.pinned_at).is_not(None))
        .values(pinned_at=None)
        .execution_options(synchronize_session=False)
    )


async def _lock_pin_scope(session: AsyncSession, post: Post) -> None:
    """Lock the post and the posts that are pinned in the same community or on the same profile.

    The function first waits for concurrent calls of `pin` for the same community or profile. It
    then locks the posts in the order of their ids, so that transactions cannot deadlock.
    """
    pin_scope = (
        f"community {post.community_id}" if post.community_id else f"profile {post.author_id}"
    )
    await acquire_advisory_lock(session, f"pinned post of {pin_scope}")
    pinned = and_(_build_pin_scope_condition(post), col(Post.pinned_at).is_not(None))
    await session.execute(
        select(Post.id)
        .where(or_(pinned, col(Post.id) == post.id))
        .order_by(col(Post.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )


def _build_pin_scope_condition(post: Post) -> ColumnElement[bool]:
    if post.community_id is not None:
        return col(Post.community_id) == post.community_id
    return and_(col(Post.community_id).is_(None), col(Post.author_id) == post.author_id)
