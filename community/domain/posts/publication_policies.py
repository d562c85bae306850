"""Permission rules for publishing posts, and for posts that wait for a moderator."""

from community.core.actor import Actor
from community.core.errors import Conflict, PermissionDenied
from community.domain.posts.policies import ensure_may_write, is_held
from community.i18n import gettext as _
from community.models import Post


def may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    if actor.is_guest or post.status == "deleted":
        return False
    if is_held(post):
        return may_approve(actor, post, can_moderate=can_moderate) and actor.banned_at is None
    try:
        ensure_may_publish(actor, post, can_moderate=can_moderate)
    except PermissionDenied:
        return False
    return True


def may_approve(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    """Return whether the actor may publish a post that waits for a moderator.

    Authors may not, even if they moderate the community, unless they are administrators.
    """
    is_author = actor.is_user(post.author_id)
    return is_held(post) and can_moderate and (actor.is_admin or not is_author)


def ensure_unchanged_for_moderator(post: Post, base_version: int | None) -> None:
    """Check that the post is as the moderator saw it.

    Raises:
        Conflict: The post has another version. `details` contains the current `version`.
    """
    if base_version is not None and base_version != post.version:
        raise Conflict(
            _("This post has changed since you loaded it. Check it again."),
            details={"version": post.version},
        )


def ensure_may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> None:
    """Check that the actor may publish the post.

    Usually only the author may publish a post. But if a moderator unpublished the post, only
    moderators and administrators may publish it. Authors may not publish such a post even if they
    moderate the community, unless they are administrators. If the post waits for a moderator, the
    author publishes changes of it, and it still waits.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned` or `forbidden`.
    """
    ensure_may_write(actor)
    if may_approve(actor, post, can_moderate=can_moderate):
        return
    is_author = actor.is_user(post.author_id)
    if is_unpublished_by_moderator(post):
        # Authors are moderators of the communities that they created. Without this check they could
        # publish a post that an administrator unpublished there.
        if not can_moderate or (is_author and not actor.is_admin):
            raise PermissionDenied(
                _("A moderator unpublished this post. Ask them to publish it again.")
            )
    elif not is_author:
        raise PermissionDenied(_("Only the author can publish this post."))


def is_unpublished_by_moderator(post: Post) -> bool:
    return post.status == "unpublished" and post.is_unpublished_by_moderator


def ensure_may_change_community(actor: Actor, post: Post) -> None:
    """Check that the actor may move the post to another community.

    Only administrators may move a post that waits for a moderator or that a moderator unpublished.
    Otherwise authors could choose which moderators decide about their posts.

    Raises:
        PermissionDenied: The actor may not move the post.
    """
    if is_unpublished_by_moderator(post) and not actor.is_admin:
        raise PermissionDenied(
            _("A moderator unpublished this post. You can't move it until they publish it again.")
        )
    if is_held(post) and not actor.is_admin:
        raise PermissionDenied(
            _("This post is waiting for review. You can't move it until it is published.")
        )
