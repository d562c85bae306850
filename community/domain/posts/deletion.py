"""Actions that delete and restore posts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.posts import policies, queries
from community.domain.posts.events import PostDeleted, PostRestored
from community.domain.posts.publishing import mark_removed
from community.i18n import gettext as _


async def delete(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Delete a post. `restore` can undo this within `policies.RESTORE_WINDOW`.

    Returns:
        False if the post was already deleted.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor is neither the author nor an administrator.
    """
    post = await queries.get_for_update(session, actor, post_id, include_status="deleted")
    if post.status == "deleted":
        return False
    if not policies.may_delete(actor, post):
        raise PermissionDenied(_("Only the author can delete this post."))
    was_published = post.status == "published"
    await mark_removed(session, actor, post, status="deleted")
    post.deleted_at = clock.now()
    await session.flush()
    events.record(session, PostDeleted(post.id, post.author_id, actor.id, was_published))
    return True


async def restore(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Restore a deleted post.

    If the post was ever published, its status is then `unpublished`. Otherwise it is `draft`.

    Returns:
        False if the post was not deleted.

    Raises:
        NotFound: The actor cannot see the post.
        PermissionDenied: The actor may not restore the post, or `policies.RESTORE_WINDOW` is over.
    """
    post = await queries.get_for_update(session, actor, post_id, include_status="deleted")
    if post.status != "deleted":
        return False
    if not policies.may_restore(actor, post):
        raise PermissionDenied(_("This post can no longer be restored."))
    post.status = "draft" if post.published_at is None else "unpublished"
    post.deleted_at = post.removed_by_id = None
    await session.flush()
    events.record(session, PostRestored(post.id, post.author_id, actor.id))
    return True
