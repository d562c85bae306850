"""Actions that publish, edit and unpublish posts."""

from typing import Unpack

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors, events
from community.core.actor import Actor
from community.domain import identity
from community.domain.posts import counters, policies, schemas
from community.domain.posts.events import PostEdited, PostHeld, PostPublished, PostUnpublished
from community.domain.posts.reading import queries
from community.domain.posts.writing import content, drafts, limits, screening, status_changes
from community.i18n import gettext as _
from community.models import Post, PostDraft, PostRevision


async def publish(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    base_version: int | None = None,
    reason: str = "",
) -> Post:
    """Publish a post, or the unpublished changes of a post that is already published.

    A published post without such changes stays as it is. A post that is published again keeps its
    first publication date. A rule of the site or of the community can hold a post that its author
    publishes. A moderator who calls this function publishes the post that waits.

    Raises:
        PermissionDenied: The actor may not post in the community or publish this post (see
            `ensure_may_publish`), `email_unverified`, or `account_too_new`.
        Invalid: The title or the text is empty, or a word or link is refused.
        Conflict: The post was saved since `base_version`, or the community is closed.
    """
    post = await queries.get_for_update(
        session, actor, post_id, include_status="unpublished", with_content=True
    )
    can_moderate = await queries.may_moderate(session, actor, post)
    policies.ensure_may_publish(actor, post, can_moderate=can_moderate)
    if policies.may_approve(actor, post, can_moderate=can_moderate):
        policies.ensure_unchanged_for_moderator(post, base_version)
    elif policies.is_submitted(post):
        return await _publish_changes(session, actor, post, base_version)
    content.ensure_version_matches(post, base_version)
    is_author = actor.is_user(post.author_id)
    if is_author and not policies.is_held(post):
        await drafts.merge_pending(session, actor, post)
    content.ensure_complete(post, await limits.PostLimits.load(session, actor))
    hold_rule = await screening.screen_new(session, actor, post) if is_author else ""
    await screening.ensure_may_post_in_community(session, actor, post)
    if hold_rule:
        await status_changes.update_derived_fields(session, post)
        await status_changes.hold(session, post, hold_rule)
    else:
        await _show_to_readers(session, actor, post, reason)
    await identity.ensure_not_banned_meanwhile(session, actor)
    return post


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    base_version: int | None = None,
    **changes: Unpack[schemas.PostChanges],
) -> Post:
    """Change a post. If it is published, readers see the changes immediately.

    If the post is published, a revision stores its previous title, intro and text, and a rule of
    the site or of the community can hold the post after the change.

    Raises:
        PermissionDenied: The actor may not edit the post, or moves one that a moderator
            unpublished, which only administrators may.
        Conflict: The post was saved since `base_version`.
    """
    post = await queries.get_for_update(session, actor, post_id, with_content=True)
    policies.ensure_may_edit(actor, post)
    cleaned = content.clean_changes(changes, await limits.PostLimits.load(session, actor))
    if not content.would_change(post, cleaned):
        return post
    content.ensure_version_matches(post, base_version)
    former_community_id = post.community_id
    await _apply_changes_with_revision(session, actor, post, cleaned)
    await status_changes.add_audit_entry(
        session,
        actor,
        post,
        "post.edited",
        before={"fields": sorted(cleaned), "community_id": former_community_id},
        after={"fields": sorted(cleaned), "community_id": post.community_id},
    )
    await identity.ensure_not_banned_meanwhile(session, actor)
    if "community_id" not in cleaned:
        return post
    return await queries.get_for_update(session, actor, post.id, with_content=True)


async def unpublish(session: AsyncSession, actor: Actor, *, post_id: int, reason: str = "") -> bool:
    """Hide a published post from its readers, or take back or reject a post that waits.

    Raise `Conflict` if the post was never published.
    """
    post = await queries.get_for_update(session, actor, post_id, include_status="unpublished")
    if not actor.is_user(post.author_id) and not await queries.may_moderate(session, actor, post):
        raise errors.PermissionDenied(_("Only the author or a moderator can unpublish this post."))
    if post.status == "unpublished":
        return False
    if not policies.is_submitted(post):
        raise errors.Conflict(_("This post isn't published."))
    post.is_unpublished_by_moderator = not actor.is_user(post.author_id)
    await status_changes.hide_from_readers(session, actor, post, status="unpublished")
    events.record(session, PostUnpublished(post.id, post.author_id, actor.id))
    await status_changes.add_audit_entry(session, actor, post, "post.unpublished", reason=reason)
    return True


async def _show_to_readers(session: AsyncSession, actor: Actor, post: Post, reason: str) -> None:
    is_first = post.published_at is None
    if not actor.is_user(post.author_id):
        post.approved_at = clock.now()
    await status_changes.show_to_readers(session, post)
    events.record(session, PostPublished(post.id, post.author_id, post.community_id, is_first))
    await status_changes.add_audit_entry(session, actor, post, "post.published", reason=reason)


async def _publish_changes(
    session: AsyncSession, actor: Actor, post: Post, base_version: int | None
) -> Post:
    pending = await session.get(PostDraft, post.id)
    if pending is None:
        return post
    content.ensure_version_matches(post, base_version)
    content.ensure_complete(pending, await limits.PostLimits.load(session, actor))
    changes = content.get_draft_columns(pending)
    if content.would_change(post, changes):
        await _apply_changes_with_revision(session, actor, post, changes)
    await drafts.delete_draft_row(session, actor, pending)
    await session.flush()
    await identity.ensure_not_banned_meanwhile(session, actor)
    return post


async def _apply_changes_with_revision(
    session: AsyncSession, actor: Actor, post: Post, changes: schemas.PostColumns
) -> None:
    is_submitted = policies.is_submitted(post)
    hold_rule = (
        await screening.screen_changes(session, actor, post, changes) if is_submitted else ""
    )
    if is_submitted and content.would_change(post, _select_revised_fields(changes)):
        session.add(
            PostRevision(
                post_id=post.id,
                editor_id=actor.id,
                title=post.title,
                intro=post.intro,
                text=post.text,
            )
        )
        post.edited_at = clock.now() if post.published_at else None
    if post.community_id != changes.get("community_id", post.community_id):
        await _change_community(session, actor, post, changes["community_id"])
    former_ids = drafts.list_shown_ids(post)
    content.apply_changes(post, changes)
    post.version += 1
    post.saved_at = clock.now()
    if is_submitted:
        content.ensure_complete(post, await limits.PostLimits.load(session, actor))
        await status_changes.update_derived_fields(session, post)
        await _record_change(session, actor, post, hold_rule)
    else:
        post.slug = content.build_slug(post)
        await session.flush()
    await drafts.update_references(session, actor, post, former_ids=former_ids)


async def _record_change(session: AsyncSession, actor: Actor, post: Post, hold_rule: str) -> None:
    if not policies.is_published(post):
        events.record(session, PostHeld(post.id, post.author_id, was_published=False))
        return
    events.record(session, PostEdited(post.id, actor.id))
    if hold_rule:
        await status_changes.hold(session, post, hold_rule)


def _select_revised_fields(changes: schemas.PostColumns) -> schemas.PostColumns:
    """Return only the changes to fields that a revision stores: title, intro and text."""
    selected = schemas.PostColumns(**changes)
    for name in ("html", "cover", "tags", "community_id", "comments_enabled"):
        selected.pop(name, None)  # type: ignore[misc]
    return selected


async def _change_community(
    session: AsyncSession, actor: Actor, post: Post, community_id: int | None
) -> None:
    policies.ensure_may_change_community(actor, post)
    await screening.ensure_community_exists(session, community_id)
    if post.status != "published":
        post.community_id = community_id
        return
    await counters.adjust_published_count(session, post, -1)
    post.community_id, post.pinned_at = community_id, None
    await screening.ensure_may_post_in_community(session, actor, post)
    await counters.adjust_published_count(session, post, 1)
