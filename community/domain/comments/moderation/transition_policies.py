"""Permission rules of moderators who change the status of comments."""

from sqlalchemy import ColumnElement, and_, literal_column, or_
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Conflict, PermissionDenied
from community.domain.comments.policies import is_deleted_by_author
from community.i18n import gettext as _
from community.models import Comment, CommentModeration

# Maximum length of the reason that a moderator enters.
MAX_REASON_LENGTH = 500


def ensure_may_change_status(actor: Actor, comment: Comment, *, can_moderate: bool) -> None:
    """Check that the actor may change the status of the comment as a moderator.

    Raise `PermissionDenied` if the actor is no moderator, or the author deleted the comment.
    """
    if not can_moderate:
        raise PermissionDenied(_("Only a moderator can do this."))
    if is_deleted_by_author(comment) and not actor.is_user(comment.author_id):
        raise PermissionDenied(_("Only its author can restore this comment."))


def ensure_unchanged_for_moderator(comment: Comment, base_version: int | None) -> None:
    """Check that the comment is as the moderator saw it.

    Raises:
        Conflict: The comment has another version. `details` contains the current `version` and
            `moderation_status`.
    """
    if base_version is not None and base_version != comment.version:
        raise Conflict(
            _("This comment has changed since you loaded it. Check it again."),
            details={"version": comment.version, "moderation_status": comment.moderation_status},
        )


def ensure_status_may_follow(comment: Comment, status: str) -> None:
    """Raise `Conflict` if the status of the comment may not change to `status`."""
    if comment.moderation_status == "deleted" and status != "published":
        raise Conflict(_("A deleted comment can only be restored."))


def list_cleaned_statuses(*, is_deletion: bool) -> tuple[str, ...]:
    """Return the statuses of the comments that a clean-up holds or deletes."""
    return ("published", "on_moderation") if is_deletion else ("published",)


def is_visible_status(status: str) -> bool:
    return status == "published"


def is_waiting(comment: Comment) -> bool:
    return comment.moderation_status == "on_moderation"


def has_status(status: str) -> ColumnElement[bool]:
    """Return the SQL condition for comments with this status, for lists of moderators."""
    has_status = col(Comment.moderation_status) == status
    if status == "published":
        return has_status
    # SQLite uses a partial index only for a query that contains the condition of the index.
    return and_(col(Comment.moderation_status) != literal_column("'published'"), has_status)


def is_publication() -> ColumnElement[bool]:
    """Return the SQL condition for records that a moderator has published a comment."""
    return col(CommentModeration.status) == "published"


def is_not_deleted_by_author() -> ColumnElement[bool]:
    """Return the SQL condition for comments whose text moderators may read."""
    return or_(
        col(Comment.moderation_status) != "deleted",
        col(Comment.deleted_by_id).is_(None),
        col(Comment.deleted_by_id) != col(Comment.author_id),
    )


def has_other_status(comment: Comment, expected_status: str | None) -> bool:
    return expected_status is not None and comment.moderation_status != expected_status
