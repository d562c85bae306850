"""Permission rules and limits for posts.

`may_read` and `readable_by` are the only functions that know which posts are visible. Everything
that shows posts or their comments uses one of them.
"""

from datetime import timedelta
from typing import Any, Protocol

from sqlalchemy import ColumnElement, and_, false, literal_column, or_, true
from sqlmodel import col

from community.core import clock, errors
from community.core.actor import Actor, make_banned_error
from community.domain.site import find_account_restriction
from community.domain.site.definitions import ContentSettings
from community.i18n import gettext as _
from community.models import Post

# The `version` of a new post.
INITIAL_VERSION = 1
# Maximum number of drafts per author. It is more than an author needs, but low enough to prevent
# scripts from filling the table.
MAX_DRAFTS = 500
# A profile shows them above the other posts, which must stay in sight.
MAX_PINNED_ON_PROFILE = 3
# A deleted post can be restored within this time after its deletion.
RESTORE_WINDOW = timedelta(days=30)

# This is a literal instead of a bind parameter, because with a bind parameter databases do not use
# the partial indexes for published posts.
_PUBLISHED: ColumnElement[str] = literal_column("'published'")


def has_status(status: str) -> ColumnElement[bool]:
    """Return the SQL condition for posts with this status, for the lists of administrators."""
    return col(Post.status) == status


def has_published_status() -> ColumnElement[bool]:
    """Return the SQL condition that selects the posts for which `is_published` is true."""
    return col(Post.status) == _PUBLISHED


def list_cleaned_statuses(*, is_deletion: bool) -> tuple[str, ...]:
    """Return the statuses of the posts that a clean-up unpublishes or deletes."""
    return ("published", "on_moderation", "unpublished") if is_deletion else ("published",)


class _HasStatus(Protocol):
    """A `Post` or a read model of it."""

    @property
    def status(self) -> str: ...


def is_published(post: _HasStatus) -> bool:
    return post.status == "published"


def is_held(post: _HasStatus) -> bool:
    return post.status == "on_moderation"


def is_submitted(post: _HasStatus) -> bool:
    """Return whether the post is published or waits for a moderator.

    Changes that its author saves are drafts, until they publish the changes.
    """
    return is_published(post) or is_held(post)


def has_submitted_status() -> ColumnElement[bool]:
    """Return the SQL condition that selects the posts for which `is_submitted` is true."""
    return col(Post.status).in_(("published", "on_moderation"))


def may_read(actor: Actor, post: Post) -> bool:
    """Return whether the actor may read the post.

    All users and guests may read published posts. Authors may also read their own posts, except
    deleted posts. Administrators may also read unpublished posts, but not drafts by other users,
    not even while they see the site as the author. Administrators and the moderators of its
    community may read a post that waits for a moderator.

    Every user may read the posts that guests may read. Caches that users share depend on this.
    """
    if is_published(post):
        return True
    if post.status == "deleted":
        return False
    if actor.owns(post.author_id) or (actor.is_admin and post.status == "unpublished"):
        return True
    return is_held(post) and (actor.is_admin or actor.moderates(post.community_id))


def readable_by(actor: Actor, post: Any = Post) -> ColumnElement[bool]:
    """Return the SQL condition that selects the posts for which `may_read` is true."""
    status = col(post.status)
    conditions: list[ColumnElement[bool]] = [status == _PUBLISHED]
    if actor.user_id is not None and not actor.is_read_only:
        conditions.append(and_(col(post.author_id) == actor.user_id, status != "deleted"))
    if actor.is_admin:
        conditions.append(status.in_(("unpublished", "on_moderation")))
    elif moderated_ids := set(filter(actor.moderates, actor.moderated_community_ids)):
        is_moderated = col(post.community_id).in_(moderated_ids)
        conditions.append(and_(status == "on_moderation", is_moderated))
    return or_(*conditions)


def drafts_are_visible_to(actor: Actor) -> ColumnElement[bool]:
    """Return the SQL condition under which the actor sees their drafts (`Actor.owns`)."""
    return false() if actor.is_read_only else true()


def listed_for(actor: Actor, post: Any = Post) -> ColumnElement[bool]:
    """Return the SQL condition for the published posts that lists may show to the actor."""
    return and_(col(post.status) == _PUBLISHED, readable_by(actor, post))


def may_edit(actor: Actor, post: Post) -> bool:
    if post.status == "deleted" or actor.banned_at is not None:
        return False
    return actor.is_user(post.author_id) or (actor.is_admin and may_read(actor, post))


def ensure_may_edit(actor: Actor, post: Post) -> None:
    """Check that the actor may edit the post.

    Raise `PermissionDenied` with the code `unauthenticated`, `banned` or `forbidden`.
    """
    ensure_may_write(actor)
    if not may_edit(actor, post):
        raise errors.PermissionDenied(_("Only the author can edit this post."))


def ensure_may_write(actor: Actor) -> None:
    """Check that the actor is signed in and not banned.

    Raise `PermissionDenied` with the code `unauthenticated` or `banned`.
    """
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)


def may_react(actor: Actor, *, author_id: int) -> bool:
    """Return whether the actor may react to a post or comment by this author.

    Guests and banned users may not react. Authors may not react to their own posts and comments,
    because they would improve their own ranking.
    """
    return not actor.is_guest and not actor.is_user(author_id) and actor.banned_at is None


def ensure_may_react(actor: Actor, *, author_id: int) -> None:
    """Raise `PermissionDenied` unless `may_react` is true.

    Its code is `unauthenticated`, `banned` or `forbidden` (the author).
    """
    if may_react(actor, author_id=author_id):
        return
    if actor.id == author_id:
        raise errors.PermissionDenied(_("You can't react to your own posts and comments."))
    raise make_banned_error(actor)


def may_delete(actor: Actor, post: Post) -> bool:
    """Return whether the actor may delete the post.

    Authors may delete their own posts, even while they are banned. Administrators may delete all
    posts that they may read. A deleted post cannot be deleted.
    """
    if post.status == "deleted":
        return False
    return actor.is_user(post.author_id) or (actor.is_admin and may_read(actor, post))


def may_restore(actor: Actor, post: Post) -> bool:
    """Return whether the actor may restore the deleted post.

    A post can be restored only within `RESTORE_WINDOW`. Administrators may restore any post.
    Authors may restore their own posts if they deleted the posts themselves and are not banned.
    Posts that were deleted with the account of their author come back with the account only.
    """
    if post.deleted_at is None or clock.now() - post.deleted_at > RESTORE_WINDOW:
        return False
    if post.is_hidden_with_author:
        return False
    is_own_deletion = actor.is_user(post.author_id) and actor.is_user(post.removed_by_id)
    return actor.is_admin or (is_own_deletion and actor.banned_at is None)


def may_pin(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    """Return whether the button that pins a post is shown. The maximum number is not checked."""
    may_write = not actor.is_guest and actor.banned_at is None
    return (
        may_write
        and is_published(post)
        and has_pin_permission(actor, post, can_moderate=can_moderate)
    )


def has_pin_permission(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    """Return whether the actor manages the place to whose top the post would be pinned."""
    is_own_profile = post.community_id is None and actor.is_user(post.author_id)
    return is_own_profile or can_moderate


def find_comment_restriction(
    actor: Actor, post: Post, content_settings: ContentSettings, *, can_moderate: bool = False
) -> errors.PermissionDenied | None:
    """Return an error with the reason why the actor may not comment, or None if they may.

    The caller must first check that the actor may read the post.

    Args:
        content_settings: The rules for new and unverified accounts. They do not apply to
            moderators and administrators.
        can_moderate: Whether the actor moderates the community of the post.

    Returns:
        An error with the code `unauthenticated`, `banned`, `commenting_restricted`,
        `email_unverified` or `account_too_new`. For `account_too_new`, `details` contains
        `available_at`, the time from which the actor may comment.
    """
    if not is_published(post):
        return errors.PermissionDenied(
            _("You can comment once the post is published."), code="commenting_restricted"
        )
    community = None if post.community_id is None else post.community
    if community is not None and community.closed_at is not None:
        return errors.PermissionDenied(
            _("This community is closed. You can't comment here."), code="commenting_restricted"
        )
    if not post.comments_enabled:
        return errors.PermissionDenied(_("Comments are closed."), code="commenting_restricted")
    if actor.is_guest:
        return errors.make_unauthenticated_error(_("Sign in to comment."))
    if actor.banned_at is not None:
        return make_banned_error(actor)
    is_exempt = can_moderate or actor.is_admin
    return None if is_exempt else find_account_restriction(actor, content_settings, "comment")


def may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    if actor.is_guest or post.status == "deleted":
        return False
    if is_held(post):
        return may_approve(actor, post, can_moderate=can_moderate) and actor.banned_at is None
    try:
        ensure_may_publish(actor, post, can_moderate=can_moderate)
    except errors.PermissionDenied:
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

    Raise `Conflict` with the current `version` in its details if the post has another one.
    """
    if base_version is not None and base_version != post.version:
        raise errors.Conflict(
            _("This post has changed since you loaded it. Check it again."),
            details={"version": post.version},
        )


def ensure_may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> None:
    """Check that the actor may publish the post.

    Usually only the author may publish a post. But if a moderator unpublished the post, only
    moderators and administrators may publish it. Authors may not publish such a post even if they
    moderate the community, unless they are administrators. If the post waits for a moderator, the
    author publishes changes of it, and it still waits. Raise `PermissionDenied` with the code
    `unauthenticated`, `banned` or `forbidden`.
    """
    ensure_may_write(actor)
    if may_approve(actor, post, can_moderate=can_moderate):
        return
    is_author = actor.is_user(post.author_id)
    if is_unpublished_by_moderator(post):
        # Authors are moderators of the communities that they created. Without this check they could
        # publish a post that an administrator unpublished there.
        if not can_moderate or (is_author and not actor.is_admin):
            raise errors.PermissionDenied(
                _("A moderator unpublished this post. Ask them to publish it again.")
            )
    elif not is_author:
        raise errors.PermissionDenied(_("Only the author can publish this post."))


def is_unpublished_by_moderator(post: Post) -> bool:
    return post.status == "unpublished" and post.is_unpublished_by_moderator


def ensure_may_change_community(actor: Actor, post: Post) -> None:
    """Check that the actor may move the post to another community.

    Only administrators may move a post that waits for a moderator or that a moderator unpublished.
    Otherwise authors could choose which moderators decide about their posts.
    """
    if is_unpublished_by_moderator(post) and not actor.is_admin:
        raise errors.PermissionDenied(
            _("A moderator unpublished this post. You can't move it until they publish it again.")
        )
    if is_held(post) and not actor.is_admin:
        raise errors.PermissionDenied(
            _("This post is waiting for review. You can't move it until it is published.")
        )
