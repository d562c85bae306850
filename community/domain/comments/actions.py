"""Actions that create, edit, delete and restore comments."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select
from sqlmodel import delete as delete_rows

from community import urls
from community.core import clock, events, markup
from community.core.actor import Actor
from community.core.errors import Invalid, PermissionDenied
from community.domain import posts, site, uploads
from community.domain.comments import counters, policies, queries
from community.domain.comments.deduplication import find_duplicate
from community.domain.comments.events import CommentEdited, CommentPosted
from community.domain.comments.locking import lock_comments
from community.domain.comments.tree import build_path, get_branch_range
from community.i18n import gettext as _
from community.models import Comment, CommentMedia, CommentRevision, Mention, Post, User


async def reply(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    text: str,
    parent_id: int | None = None,
    media: Sequence[UUID] = (),
    client_id: UUID | None = None,
) -> Comment:
    """Add a comment to a post, or a reply to another comment on the post.

    Args:
        media: The ids of up to `policies.MAX_MEDIA` uploads by the actor.
        parent_id: The id of the comment to reply to. If None, the new comment has no parent.
        client_id: An id that the client generated. A repeated call with the same id and content
            returns the existing comment.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor is a guest or banned, comments are closed, or the site
            restricts commenting.
        Invalid: The text is empty or too long, there are too many images, or the actor may not
            read the parent comment.
        Conflict: The actor already sent a different comment with this `client_id`.
    """
    post = await posts.get_readable(session, actor, post_id)
    await posts.ensure_may_comment(session, actor, post)
    cleaned = policies.clean_text(text, has_media=bool(media))
    if client_id is not None:
        duplicate = await find_duplicate(
            session, actor, client_id, post_id=post.id, parent_id=parent_id, text=cleaned
        )
        if duplicate is not None:
            return duplicate
    parent = None if parent_id is None else await _get_parent(session, actor, post, parent_id)
    comment = Comment(post_id=post.id, author_id=actor.id, client_id=client_id)
    if parent is not None:
        comment.parent_id, comment.depth = parent.id, parent.depth + 1
    session.add(comment)
    await session.flush()
    comment.path = build_path(parent.path if parent else "", comment.id)
    comment.branch_id = (parent.branch_id or parent.id) if parent else comment.id
    await _set_text(session, comment, cleaned)
    await _attach_media(session, actor, comment, media)
    await counters.add_comment_to_counters(session, comment)
    events.record(session, CommentPosted(comment.id, post.id, comment.parent_id, actor.id))
    return comment


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    text: str,
    base_version: int | None = None,
) -> Comment:
    """Change the text of a comment and store the previous text as a revision.

    Args:
        base_version: The version of the comment that the client loaded. If None, concurrent edits
            are not detected.

    Raises:
        NotFound: The actor cannot see the comment.
        PermissionDenied: With the code `unauthenticated`, `edit_window_expired`, `banned` or
            `forbidden`. Only authors and administrators may edit a comment. Moderators may delete
            comments by others, but not edit them.
        Invalid: The text is empty or too long.
        Conflict: The comment was edited after the client loaded `base_version`. `details` contains
            the current `version`.
    """
    comment, post = await queries.get_for_update(session, actor, comment_id)
    content = await site.get_content_settings(session)
    policies.ensure_may_edit(
        actor,
        comment,
        can_moderate=await posts.may_moderate(session, actor, post),
        window_minutes=content.comment_edit_minutes,
    )
    cleaned = policies.clean_text(text, has_media=await queries.has_media(session, comment.id))
    if cleaned == comment.text:
        return comment
    policies.ensure_version_matches(comment, base_version)
    session.add(CommentRevision(comment_id=comment.id, editor_id=actor.id, text=comment.text))
    if clock.now() - comment.created_at > policies.EDIT_GRACE_PERIOD:
        comment.edited_at = clock.now()
    comment.version += 1
    previously_mentioned = set(
        await session.scalars(
            delete_rows(Mention)
            .where(col(Mention.comment_id) == comment.id)
            .returning(col(Mention.user_id))
        )
    )
    mentioned = await _set_text(session, comment, cleaned)
    newly_mentioned = tuple(user_id for user_id in mentioned if user_id not in previously_mentioned)
    events.record(session, CommentEdited(comment.id, comment.post_id, newly_mentioned))
    return comment


async def delete(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Delete a comment, but not the replies to it.

    A deleted comment with published replies stays in the thread without its text and author.

    Returns:
        False if the comment was already deleted.

    Raises:
        NotFound: The actor cannot see the comment.
        PermissionDenied: The actor is neither the author nor a moderator.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    if comment.moderation_status == "deleted":
        return False
    if not policies.may_delete(
        actor, comment, can_moderate=await posts.may_moderate(session, actor, post)
    ):
        raise PermissionDenied(_("Only the author or a moderator can delete this comment."))
    await _mark_deleted(session, actor, comment)
    return True


async def destroy_branch(session: AsyncSession, actor: Actor, *, comment_id: int) -> int:
    """Delete a comment and all its descendants.

    Moderators may delete any branch. The author of the comment may delete the branch only if the
    same author also wrote all the descendants.

    Returns:
        The number of deleted comments.

    Raises:
        NotFound: The actor cannot see the comment.
        PermissionDenied: The actor may not delete all these comments.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    low, high = get_branch_range(comment.path)
    branch = await lock_comments(
        session,
        col(Comment.post_id) == post.id,
        col(Comment.path) >= low,
        col(Comment.path) < high,
        col(Comment.moderation_status) != "deleted",
    )
    if not await posts.may_moderate(session, actor, post):
        if not actor.is_user(comment.author_id):
            raise PermissionDenied(_("Only the author or a moderator can delete this thread."))
        if any(not actor.is_user(descendant.author_id) for descendant in branch):
            raise PermissionDenied(
                _(
                    "Other people have replied here. You can delete your own comment, "
                    "but not the thread."
                )
            )
    # Descendants are deleted first, because a deleted comment is no longer counted as a reply when
    # it has no visible descendants.
    for descendant in sorted(branch, key=lambda row: row.path, reverse=True):
        await _mark_deleted(session, actor, descendant)
    return len(branch)


async def restore(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Restore a deleted comment.

    Moderators may restore any comment. Authors may restore their own comments if they deleted the
    comments themselves.

    The status of the comment becomes `published`. But if the comment was held for moderation
    before its deletion, and the actor is not a moderator, the status becomes `on_moderation`.

    Returns:
        False if the comment was already published.

    Raises:
        NotFound: The actor cannot see the comment.
        PermissionDenied: The actor is a guest or banned, or may not restore the comment.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    policies.ensure_not_banned(actor)
    if comment.moderation_status == "published":
        return False
    is_own_deletion = actor.is_user(comment.author_id) and actor.is_user(comment.deleted_by_id)
    can_moderate = await posts.may_moderate(session, actor, post)
    if not is_own_deletion and not can_moderate:
        raise PermissionDenied(_("Only a moderator can restore this comment."))
    if comment.status_before_deletion == "on_moderation" and not can_moderate:
        await counters.hide_comment(session, comment, "on_moderation")
    else:
        await counters.unhide_comment(session, comment)
    comment.deleted_at = comment.deleted_by_id = comment.status_before_deletion = None
    return True


async def set_reaction_counts(
    session: AsyncSession, comment: Comment, counts: dict[str, int]
) -> None:
    counters.set_reaction_counts(comment, counts)
    await session.flush()


async def _get_parent(session: AsyncSession, actor: Actor, post: Post, parent_id: int) -> Comment:
    parent = await queries.find_comment_in_post(session, post.id, parent_id)
    if parent is None or not policies.may_read(actor, parent):
        raise Invalid.for_field(
            "parent_id", _("The comment you're replying to is no longer available.")
        )
    return parent


async def _set_text(session: AsyncSession, comment: Comment, text: str) -> list[int]:
    """Store the text, its HTML and its mentions. Return the ids of the users to notify."""
    slugs = markup.extract_mentions(text)
    rows = (
        await session.scalars(
            select(User).where(func.lower(User.slug).in_(slugs), col(User.deleted_at).is_(None))
        )
        if slugs
        else ()
    )
    users = {user.slug.lower(): user for user in rows}
    comment.text = text
    comment.html = markup.render_comment(
        text, {slug: urls.profile(user.slug) for slug, user in users.items()}
    )
    mentioned = [users[slug].id for slug in slugs if slug in users]
    notified = mentioned[: policies.MAX_NOTIFIED_MENTIONS]
    session.add_all(Mention(comment_id=comment.id, user_id=user_id) for user_id in notified)
    return notified


async def _attach_media(
    session: AsyncSession, actor: Actor, comment: Comment, media: Sequence[UUID]
) -> None:
    policies.ensure_media_count(len(media))
    if media:
        for position, upload in enumerate(await uploads.mark_attached(session, actor, media)):
            session.add(CommentMedia(comment_id=comment.id, position=position, upload_id=upload.id))


async def _mark_deleted(session: AsyncSession, actor: Actor, comment: Comment) -> None:
    comment.status_before_deletion = comment.moderation_status
    await counters.hide_comment(session, comment, "deleted")
    comment.deleted_at, comment.deleted_by_id = clock.now(), actor.id
