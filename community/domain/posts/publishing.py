"""Actions that publish, edit and unpublish posts."""

from typing import Unpack

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events, markup
from community.core.actor import Actor
from community.core.errors import Conflict, PermissionDenied
from community.domain.posts import community_placement, content, counters, policies, queries
from community.domain.posts.events import PostEdited, PostPublished, PostUnpublished
from community.domain.posts.images import attach_images
from community.domain.posts.schemas import PostChanges
from community.i18n import gettext as _
from community.models import Post, PostDraft, PostRevision, PostTag


async def publish(
    session: AsyncSession, actor: Actor, *, post_id: int, base_version: int | None = None
) -> Post:
    """Publish a post, or the unpublished changes of a post that is already published.

    A published post without such changes stays as it is. A post that is published again keeps its
    first publication date, so that authors cannot move it up in the feeds.

    Args:
        base_version: The version of the post that the client loaded. If None, the last saved
            version is published without a check for concurrent edits.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor is a guest or banned, may not post in the community, or may not
            publish this post (see `policies.ensure_may_publish`).
        Invalid: The title or the text is empty.
        Conflict: The post was saved since `base_version`, or the community is closed.
    """
    post = await queries.get_for_update(session, actor, post_id, include_status="unpublished")
    can_moderate = await queries.may_moderate(session, actor, post)
    policies.ensure_may_publish(actor, post, can_moderate=can_moderate)
    if post.status == "published":
        return await _publish_changes(session, actor, post, base_version)
    content.ensure_version_matches(post, base_version)
    content.ensure_complete(post)
    await community_placement.ensure_may_post_in_community(session, actor, post)
    is_first = post.published_at is None
    post.status = "published"
    post.published_at = post.published_at or clock.now()
    post.removed_by_id = None
    await _update_derived_fields(session, actor, post)
    await counters.adjust_published_count(session, post, 1)
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
    """Change a post. If it is published, readers see the changes immediately.

    If the post is published, a revision stores its previous title, intro and text.

    Args:
        base_version: The version of the post that the client loaded. If None, concurrent edits are
            not detected.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor is a guest or banned, is neither the author nor an
            administrator, or may not post in the new community. Or the changes move a post to
            another community although a moderator unpublished the post. Only administrators may
            do that.
        Invalid: A field is invalid. The error has a message for each invalid field.
        Conflict: The post was saved since `base_version`.
    """
    post = await queries.get_for_update(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    cleaned = content.clean_changes(changes)
    if not content.would_change(post, cleaned):
        return post
    content.ensure_version_matches(post, base_version)
    await _apply_changes_with_revision(session, actor, post, cleaned)
    if "community_id" not in cleaned:
        return post
    return await queries.get_for_update(session, actor, post.id)


async def unpublish(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Hide a published post from its readers.

    Returns:
        False if the post was already unpublished.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor is neither the author nor a moderator.
        Conflict: The post was never published.
    """
    post = await queries.get_for_update(session, actor, post_id, include_status="unpublished")
    if not actor.is_user(post.author_id) and not await queries.may_moderate(session, actor, post):
        raise PermissionDenied(_("Only the author or a moderator can unpublish this post."))
    if post.status == "unpublished":
        return False
    if post.status != "published":
        raise Conflict(_("This post isn't published."))
    await mark_removed(session, actor, post, status="unpublished")
    events.record(session, PostUnpublished(post.id, post.author_id, actor.id))
    return True


async def mark_removed(session: AsyncSession, actor: Actor, post: Post, *, status: str) -> None:
    """Set the status of a post to "unpublished" or "deleted", and unpin the post.

    If the post was published, remove its tags and update the counters. If a moderator unpublished
    the post before, `removed_by_id` remains the id of the moderator.
    """
    was_published = post.status == "published"
    post.status, post.pinned_at = status, None
    if post.removed_by_id in {None, post.author_id}:
        post.removed_by_id = actor.id
    await session.flush()
    if was_published:
        await session.execute(delete(PostTag).where(col(PostTag.post_id) == post.id))
        await counters.adjust_published_count(session, post, -1)


async def _publish_changes(
    session: AsyncSession, actor: Actor, post: Post, base_version: int | None
) -> Post:
    pending = await session.get(PostDraft, post.id)
    if pending is None:
        return post
    content.ensure_version_matches(post, base_version)
    content.ensure_complete(pending)
    changes = PostChanges(
        title=pending.title,
        intro=pending.intro,
        text=pending.text,
        cover=pending.cover,
        tags=list(pending.tags),
    )
    await session.delete(pending)
    if content.would_change(post, changes):
        await _apply_changes_with_revision(session, actor, post, changes)
    await session.flush()
    return post


async def _apply_changes_with_revision(
    session: AsyncSession, actor: Actor, post: Post, changes: PostChanges
) -> None:
    is_published = post.status == "published"
    if is_published and content.would_change(post, _select_revised_fields(changes)):
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
        await _change_community(session, actor, post, changes["community_id"])
    content.apply_changes(post, changes)
    post.version += 1
    post.saved_at = clock.now()
    if is_published:
        content.ensure_complete(post)
        await _update_derived_fields(session, actor, post)
        events.record(session, PostEdited(post.id, actor.id))
    else:
        post.slug = content.build_slug(post)
        await attach_images(session, actor, post)
        await session.flush()


def _select_revised_fields(changes: PostChanges) -> PostChanges:
    """Return only the changes to fields that a revision stores: title, intro and text."""
    selected = PostChanges(**changes)
    for name in ("cover", "tags", "community_id", "comments_enabled"):
        selected.pop(name, None)  # type: ignore[misc]
    return selected


async def _change_community(
    session: AsyncSession, actor: Actor, post: Post, community_id: int | None
) -> None:
    policies.ensure_may_change_community(actor, post)
    await community_placement.ensure_community_exists(session, community_id)
    if post.status != "published":
        post.community_id = community_id
        return
    await counters.adjust_published_count(session, post, -1)
    post.community_id, post.pinned_at = community_id, None
    await community_placement.ensure_may_post_in_community(session, actor, post)
    await counters.adjust_published_count(session, post, 1)


async def _update_derived_fields(session: AsyncSession, actor: Actor, post: Post) -> None:
    post.html = await markup.render_async(post.text)
    post.reading_time = markup.estimate_reading_minutes(post.text)
    post.slug = content.build_slug(post)
    counters.update_hotness(post)
    await attach_images(session, actor, post)
    await counters.replace_tags(session, post)
    await session.flush()
