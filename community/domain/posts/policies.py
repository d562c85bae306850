"""Permission rules and limits for posts."""

from datetime import timedelta

from sqlalchemy import ColumnElement, and_, literal_column, or_
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied, make_unauthenticated_error
from community.domain.site.settings_sections import ContentSettings
from community.i18n import gettext as _
from community.i18n import ngettext
from community.models import Post

# The `version` of a new post.
INITIAL_VERSION = 1
# Maximum number of drafts per author. It is more than an author needs, but low enough to prevent
# scripts from filling the table.
MAX_DRAFTS = 500
# A deleted post can be restored within this time after its deletion.
RESTORE_WINDOW = timedelta(days=30)

# This is a literal instead of a bind parameter, because with a bind parameter databases do not use
# the partial indexes for published posts.
is_published = col(Post.status) == literal_column("'published'")


def may_read(actor: Actor, post: Post) -> bool:
    """Return whether the actor may read the post.

    All users and guests may read published posts. Authors may also read their own posts, except
    deleted posts. Administrators may also read unpublished posts, but not drafts by other users.
    """
    if post.status == "published":
        return True
    if post.status == "deleted":
        return False
    return actor.is_user(post.author_id) or (actor.is_admin and post.status == "unpublished")


def readable_by(actor: Actor) -> ColumnElement[bool]:
    """Return the SQL condition that selects the posts for which `may_read` is true."""
    status = col(Post.status)
    conditions: list[ColumnElement[bool]] = [is_published]
    if actor.user_id is not None:
        conditions.append(and_(col(Post.author_id) == actor.user_id, status != "deleted"))
    if actor.is_admin:
        conditions.append(status == "unpublished")
    return or_(*conditions)


def may_edit(actor: Actor, post: Post) -> bool:
    if post.status == "deleted" or actor.banned_at is not None:
        return False
    return actor.is_user(post.author_id) or (actor.is_admin and may_read(actor, post))


def ensure_may_edit(actor: Actor, post: Post) -> None:
    """Check that the actor may edit the post.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned` or `forbidden`.
    """
    ensure_may_write(actor)
    if not may_edit(actor, post):
        raise PermissionDenied(_("Only the author can edit this post."))


def ensure_may_write(actor: Actor) -> None:
    """Check that the actor is signed in and not banned.

    Raises:
        PermissionDenied: With the code `unauthenticated` or `banned`.
    """
    if actor.id and actor.banned_at is not None:
        raise PermissionDenied(_("Your account is banned. You can't publish."), code="banned")


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
    """
    if post.deleted_at is None or clock.now() - post.deleted_at > RESTORE_WINDOW:
        return False
    is_own_deletion = actor.is_user(post.author_id) and actor.is_user(post.removed_by_id)
    return actor.is_admin or (is_own_deletion and actor.banned_at is None)


def may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> bool:
    if actor.is_guest or post.status == "deleted":
        return False
    try:
        ensure_may_publish(actor, post, can_moderate=can_moderate)
    except PermissionDenied:
        return False
    return True


def ensure_may_publish(actor: Actor, post: Post, *, can_moderate: bool) -> None:
    """Check that the actor may publish the post.

    Usually only the author may publish a post. But if a moderator unpublished the post, only
    moderators and administrators may publish it. Authors may not publish such a post even if they
    moderate the community, unless they are administrators.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned` or `forbidden`.
    """
    ensure_may_write(actor)
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
    return post.status == "unpublished" and post.removed_by_id not in {None, post.author_id}


def ensure_may_change_community(actor: Actor, post: Post) -> None:
    """Check that the actor may move the post to another community.

    Only administrators may move a post that a moderator unpublished. Otherwise authors could choose
    which moderators decide about their posts.

    Raises:
        PermissionDenied: The actor may not move the post.
    """
    if is_unpublished_by_moderator(post) and not actor.is_admin:
        raise PermissionDenied(
            _("A moderator unpublished this post. You can't move it until they publish it again.")
        )


def may_comment(actor: Actor, post: Post, content_settings: ContentSettings) -> bool:
    return find_comment_restriction(actor, post, content_settings) is None


def find_comment_restriction(
    actor: Actor, post: Post, content_settings: ContentSettings
) -> PermissionDenied | None:
    """Return an error with the reason why the actor may not comment, or None if they may.

    The caller must first check that the actor may read the post.

    Args:
        content_settings: The rules for new and unverified accounts. They do not apply to
            administrators.

    Returns:
        An error with the code `unauthenticated`, `banned`, `commenting_restricted`,
        `email_unverified` or `account_too_new`. For `account_too_new`, `details` contains
        `available_at`, the time from which the actor may comment.
    """
    if post.status != "published":
        return PermissionDenied(
            _("You can comment once the post is published."), code="commenting_restricted"
        )
    if not post.comments_enabled:
        return PermissionDenied(_("Comments are closed."), code="commenting_restricted")
    if actor.is_guest:
        return make_unauthenticated_error(_("Sign in to comment."))
    if actor.banned_at is not None:
        return PermissionDenied(_("Your account is banned. You can't comment."), code="banned")
    return None if actor.is_admin else _find_account_restriction(actor, content_settings)


def _find_account_restriction(
    actor: Actor, content_settings: ContentSettings
) -> PermissionDenied | None:
    if content_settings.comments_need_verified_email and not actor.is_email_verified:
        return PermissionDenied(_("Confirm your email to comment."), code="email_unverified")
    if actor.joined_at is None:
        return None
    hours = content_settings.comments_need_account_hours
    available_at = actor.joined_at + timedelta(hours=hours)
    if clock.now() < available_at:
        return PermissionDenied(
            ngettext(
                "New accounts can comment after {n} hour.",
                "New accounts can comment after {n} hours.",
                hours,
            ),
            code="account_too_new",
            details={"available_at": clock.format_iso(available_at)},
        )
    return None
