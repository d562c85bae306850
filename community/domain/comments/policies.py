"""Who may see, write, change and remove comments."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotAllowed
from community.core.plain import written_text
from community.models import Comment

TEXT_LIMIT = 10_000
# A wall of pictures is a post; four fit under a comment without hiding the next one.
MEDIA_LIMIT = 4
# More names in one comment is shouting: the rest are still links, but nobody is told.
MENTIONS_TOLD = 10
# A slip of the keyboard that is mended within a minute leaves no mark.
QUIET_EDIT = timedelta(seconds=60)


def is_shown(comment: Comment) -> bool:
    """Whether it has a place in the discussion: as itself, or as a stub under its answers."""
    return comment.moderation_status == "published" or comment.descendants_count > 0


def may_read(actor: Actor, comment: Comment, *, moderates: bool = False) -> bool:
    """Whether the actor sees the text. Of the post they see something already."""
    if comment.moderation_status == "published":
        return True
    return moderates or (
        comment.moderation_status == "on_moderation" and actor.is_person(comment.author_id)
    )


def shown_to(actor: Actor, *, moderates: bool = False) -> ColumnElement[bool]:
    """The same as a filter of a discussion, stubs included."""
    visible = or_(col(Comment.moderation_status) == "published", col(Comment.descendants_count) > 0)
    if moderates:
        return or_(visible, col(Comment.moderation_status) == "on_moderation")
    if actor.user_id is None:
        return visible
    own = and_(
        col(Comment.author_id) == actor.user_id, col(Comment.moderation_status) == "on_moderation"
    )
    return or_(visible, own)


def edit_until(comment: Comment, window_minutes: int) -> datetime | None:
    """When the edit window closes; None where there is no limit."""
    return comment.created_at + timedelta(minutes=window_minutes) if window_minutes else None


def may_edit(actor: Actor, comment: Comment, *, moderates: bool, window_minutes: int) -> bool:
    """Whether the button is there; `ensure_may_edit` says why not."""
    try:
        ensure_may_edit(actor, comment, moderates=moderates, window_minutes=window_minutes)
    except NotAllowed:
        return False
    return True


def ensure_may_edit(
    actor: Actor, comment: Comment, *, moderates: bool, window_minutes: int
) -> None:
    """
    Raises:
        NotAllowed: `edit_window_expired`, `banned`, or `forbidden` for everybody but the author and
            administrators.
    """
    if comment.moderation_status == "deleted":
        raise NotAllowed("A deleted comment cannot be changed.")
    if actor.is_admin:
        return
    # Anybody may open a community: moderators hide the words of others, they do not change them.
    if not actor.is_person(comment.author_id):
        raise NotAllowed("Only its author can change a comment.")
    ensure_not_banned(actor)
    if moderates:
        return
    until = edit_until(comment, window_minutes)
    if until is not None and clock.now() > until:
        raise NotAllowed(
            f"A comment can be changed for {window_minutes} minutes after it was sent. "
            "That time is over.",
            code="edit_window_expired",
        )


def ensure_current(comment: Comment, base_version: int | None) -> None:
    """
    Raises:
        Conflict: the comment has another version than the words were changed from.
    """
    if base_version is not None and base_version != comment.version:
        raise Conflict(
            "This comment was changed after you began. Your words are kept, but not stored: "
            "save them once more to put them in place of what it says now.",
            details={"version": comment.version},
        )


def ensure_not_banned(actor: Actor) -> None:
    """
    Raises:
        NotAllowed: `banned`. To take one's words away is still allowed.
    """
    if actor.banned_at is not None and not actor.is_admin:
        raise NotAllowed("Your account is banned: you can read, but not comment.", code="banned")


def may_delete(actor: Actor, comment: Comment, *, moderates: bool) -> bool:
    """The author and moderators; nobody deletes twice."""
    return comment.moderation_status != "deleted" and (
        moderates or actor.is_person(comment.author_id)
    )


def may_pin(actor: Actor, comment: Comment, *, post_author_id: int, moderates: bool) -> bool:
    """The author of the post, unless they are banned, and moderators, a published comment."""
    own = actor.is_person(post_author_id) and actor.banned_at is None
    return comment.moderation_status == "published" and (moderates or own)


def ensure_images_fit(count: int) -> None:
    """
    Raises:
        Invalid: more than `MEDIA_LIMIT`.
    """
    if count > MEDIA_LIMIT:
        raise Invalid.field("media", f"A comment can have {MEDIA_LIMIT} images.")


def checked_text(text: str, *, has_media: bool) -> str:
    """The text as it is kept.

    Raises:
        Invalid: empty without an image, or longer than `TEXT_LIMIT`.
    """
    kept = written_text(text).strip()
    if not kept and not has_media:
        raise Invalid.field("text", "Write something, or add an image.")
    if len(kept) > TEXT_LIMIT:
        raise Invalid.field(
            "text", f"A comment can have {TEXT_LIMIT:,} characters; this one has {len(kept):,}."
        )
    return kept
