"""Actions that delete and restore posts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors, events
from community.core.actor import Actor
from community.domain.posts import policies
from community.domain.posts.events import PostDeleted, PostRestored
from community.domain.posts.reading import queries
from community.domain.posts.writing import screening, status_changes
from community.i18n import gettext as _
from community.models import Post


async def delete(session: AsyncSession, actor: Actor, *, post_id: int, reason: str = "") -> bool:
    """Delete a post. `restore` can undo this within `policies.RESTORE_WINDOW`."""
    post = await queries.get_for_update(session, actor, post_id, include_status="deleted")
    if post.status == "deleted":
        return False
    if not policies.may_delete(actor, post):
        raise errors.PermissionDenied(_("Only the author can delete this post."))
    was_published = policies.is_published(post)
    post.status_before_deletion = post.status
    post.deleted_at = clock.now()
    await status_changes.hide_from_readers(session, actor, post, status="deleted")
    events.record(session, PostDeleted(post.id, post.author_id, actor.id, was_published))
    await status_changes.add_audit_entry(session, actor, post, "post.deleted", reason=reason)
    return True


async def restore(session: AsyncSession, actor: Actor, *, post_id: int, reason: str = "") -> bool:
    """Restore a deleted post to the status that it had before.

    A published post is public again, with its first publication date, unless the actor may no
    longer post in its community. It is then unpublished. Raise `PermissionDenied` if the actor may
    not restore the post, or `policies.RESTORE_WINDOW` is over.
    """
    post = await queries.get_for_update(
        session, actor, post_id, include_status="deleted", with_content=True
    )
    if post.status != "deleted":
        return False
    if not policies.may_restore(actor, post):
        raise errors.PermissionDenied(_("This post can no longer be restored."))
    status = await _choose_restored_status(session, actor, post)
    post.deleted_at = post.removed_by_id = post.status_before_deletion = post.cleanup_id = None
    if status == "published":
        await status_changes.show_to_readers(session, post)
    post.status = status
    await session.flush()
    is_published = policies.is_published(post)
    events.record(session, PostRestored(post.id, post.author_id, actor.id, is_published))
    await status_changes.add_audit_entry(session, actor, post, "post.restored", reason=reason)
    return True


async def _choose_restored_status(session: AsyncSession, actor: Actor, post: Post) -> str:
    # Posts that were deleted before the column was added have no value.
    status = post.status_before_deletion or ("unpublished" if post.published_at else "draft")
    if status == "published" and not await screening.may_post_in_community(session, actor, post):
        return "unpublished"
    return status
