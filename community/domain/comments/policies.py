"""Permission rules and limits for comments, and which of them a user may moderate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from sqlalchemy import ColumnElement, and_, false, or_, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, errors
from community.core.actor import Actor, make_banned_error
from community.core.text import normalization
from community.domain import posts, site
from community.i18n import gettext as _, ngettext
from community.models import Comment, Post

MAX_TEXT_LENGTH = 10_000
# With four images below a comment, the next comment is still on the screen.
MAX_MEDIA = 4
# A comment notifies only the first mentioned users, up to this number, to prevent spam. Further
# mentions are only links.
MAX_NOTIFIED_MENTIONS = 10
# An edit within this time after posting does not mark the comment as edited.
EDIT_GRACE_PERIOD = timedelta(seconds=60)

# The SQL condition for comments that are not deleted.
is_not_deleted = col(Comment.moderation_status) != "deleted"


@dataclass(frozen=True, slots=True)
class ModerationScope:
    """The comments on a post that a user may moderate.

    A moderator of a community may moderate the comments that were written while the post was in the
    community. Authors choose the community of their posts, and anyone can create a community.
    Therefore moving a post gives the moderators no rights over the comments it already had.
    """

    covers_all: bool = False  # whether the user may moderate all comments, as administrators may
    community_id: int | None = None  # the community of the post if the user moderates it, else None

    @classmethod
    def build(cls, actor: Actor, post: Post, *, moderates_community: bool) -> Self:
        return cls(
            covers_all=actor.is_admin,
            community_id=post.community_id if moderates_community else None,
        )

    @classmethod
    async def load(cls, session: AsyncSession, actor: Actor, post: Post) -> Self:
        moderates_community = await posts.may_moderate(session, actor, post)
        return cls.build(actor, post, moderates_community=moderates_community)

    def covers(self, comment: Comment) -> bool:
        return self.covers_all or (
            self.community_id is not None and comment.community_id == self.community_id
        )

    def build_condition(self) -> ColumnElement[bool]:
        """Return the SQL condition that selects the comments for which `covers` is true."""
        if self.covers_all:
            return true()
        return (
            false() if self.community_id is None else col(Comment.community_id) == self.community_id
        )


NO_MODERATION = ModerationScope()


async def may_moderate(session: AsyncSession, actor: Actor, comment: Comment, post: Post) -> bool:
    return (await ModerationScope.load(session, actor, post)).covers(comment)


async def load_scopes(
    session: AsyncSession, actors: Iterable[Actor], post: Post
) -> Mapping[Actor, ModerationScope]:
    """Return the scope of each actor. Runs at most one query."""
    actors = list(actors)
    moderator_ids = await posts.filter_moderators(session, actors, post)
    return {
        actor: ModerationScope.build(
            actor, post, moderates_community=actor.user_id in moderator_ids
        )
        for actor in actors
    }


def is_published(comment: Comment) -> bool:
    return comment.moderation_status == "published"


def has_published_status(comment: Any = Comment) -> ColumnElement[bool]:
    """Return the SQL condition that selects the comments for which `is_published` is true."""
    return col(comment.moderation_status) == "published"


def is_visible(comment: Comment) -> bool:
    """Return whether the comment appears in its thread, maybe only for its replies."""
    return comment.moderation_status == "published" or comment.descendants_count > 0


def is_deleted_by_author(comment: Comment) -> bool:
    return comment.moderation_status == "deleted" and comment.deleted_by_id == comment.author_id


def may_read(actor: Actor, comment: Comment, *, can_moderate: bool = False) -> bool:
    """Return whether the actor may read the text of the comment.

    What the author deleted, no other user may read, not even administrators. The caller must first
    check that the actor may read the post.
    """
    if comment.moderation_status == "published":
        return True
    is_author = actor.owns(comment.author_id)
    if is_deleted_by_author(comment):
        return is_author
    return can_moderate or (comment.moderation_status == "on_moderation" and is_author)


def may_see(actor: Actor, comment: Comment, *, can_moderate: bool) -> bool:
    """Return whether the actor may see that the comment exists, even without its text.

    The caller must first check that the actor may read the post.
    """
    is_author = actor.owns(comment.author_id)
    return is_visible(comment) or is_author or may_read(actor, comment, can_moderate=can_moderate)


def visible_to(actor: Actor, scope: ModerationScope = NO_MODERATION) -> ColumnElement[bool]:
    """Return the SQL condition for the comments of a thread that the actor can see.

    The condition includes hidden comments with published descendants. The thread shows these
    comments without their text.
    """
    visible = or_(col(Comment.moderation_status) == "published", col(Comment.descendants_count) > 0)
    if actor.user_id is None or actor.is_read_only:
        return visible
    readable_pending = and_(
        is_held(),
        or_(col(Comment.author_id) == actor.user_id, scope.build_condition()),
    )
    return or_(visible, readable_pending)


def is_held() -> ColumnElement[bool]:
    """Return the SQL condition for the comments that wait for a moderator."""
    return col(Comment.moderation_status) == "on_moderation"


def may_reply(parent: Comment) -> bool:
    """Return whether users may reply to the comment.

    Users may not reply to a comment that is held, because the thread would then show its place.
    """
    return is_published(parent)


def get_edit_deadline(comment: Comment, window_minutes: int) -> datetime | None:
    """Return until when the author may edit the comment, or None if `window_minutes` is 0."""
    return comment.created_at + timedelta(minutes=window_minutes) if window_minutes else None


def may_edit(actor: Actor, comment: Comment, *, can_moderate: bool, window_minutes: int) -> bool:
    """Return whether the actor may edit the comment.

    Administrators may edit all comments, except deleted comments. Authors may edit their own
    comments for `window_minutes` after posting, unless they are banned. For authors who moderate
    the community, there is no time limit.
    """
    if comment.moderation_status == "deleted":
        return False
    if actor.is_admin:
        return True
    # Any user can create and moderate a community, so moderators must not edit texts by others.
    if not actor.is_user(comment.author_id) or actor.banned_at is not None:
        return False
    deadline = get_edit_deadline(comment, window_minutes)
    return can_moderate or deadline is None or clock.now() <= deadline


def ensure_may_edit(
    actor: Actor, comment: Comment, *, can_moderate: bool, window_minutes: int
) -> None:
    """Raise `PermissionDenied` unless `may_edit` is true.

    Its code is `edit_window_expired`, `banned` or `forbidden`.
    """
    if may_edit(actor, comment, can_moderate=can_moderate, window_minutes=window_minutes):
        return
    if comment.moderation_status == "deleted":
        raise errors.PermissionDenied(_("Deleted comments can't be edited."))
    if not actor.is_user(comment.author_id):
        raise errors.PermissionDenied(_("Only the author can edit this comment."))
    ensure_not_banned(actor)
    raise errors.PermissionDenied(
        ngettext(
            "You can only edit a comment for {n} minute after posting it.",
            "You can only edit a comment for {n} minutes after posting it.",
            window_minutes,
        ),
        code="edit_window_expired",
    )


def ensure_version_matches(comment: Comment, base_version: int | None) -> None:
    """Check that the comment was not edited after the client loaded it.

    Args:
        base_version: The version that the client loaded. If None, nothing is checked.

    Raises:
        Conflict: The comment has another version. `details` contains the current `version`.
    """
    if base_version is not None and base_version != comment.version:
        raise errors.Conflict(
            _(
                "This comment was changed since you started editing. Your text is not saved yet. "
                "Save again to replace the other version."
            ),
            details={"version": comment.version},
        )


def ensure_not_banned(actor: Actor) -> None:
    """Check that the actor is not banned. Bans do not apply to administrators.

    Banned users may still delete their own comments. `delete` therefore does not call this
    function.
    """
    if actor.banned_at is not None and not actor.is_admin:
        raise make_banned_error(actor)


def may_delete(actor: Actor, comment: Comment, *, can_moderate: bool) -> bool:
    is_authorized = can_moderate or actor.is_user(comment.author_id)
    return is_authorized and comment.moderation_status != "deleted"


def ensure_may_destroy_branch(
    actor: Actor, root: Comment, branch: Iterable[Comment], scope: ModerationScope
) -> None:
    """Check that the actor may delete all comments of a branch.

    Raise `PermissionDenied` if the actor may not delete one of the comments.
    """
    if not scope.covers(root) and not actor.is_user(root.author_id):
        raise errors.PermissionDenied(_("Only the author or a moderator can delete this thread."))
    if all(may_delete(actor, row, can_moderate=scope.covers(row)) for row in branch):
        return
    if scope.covers(root):
        raise errors.PermissionDenied(
            _(
                "Some of these comments were written while the post was in another community. "
                "You can delete the other comments, but not the thread."
            )
        )
    raise errors.PermissionDenied(
        _("Other people have replied here. You can delete your own comment, but not the thread.")
    )


def ensure_may_restore(actor: Actor, comment: Comment, *, can_moderate: bool) -> None:
    """Check that the actor may restore the hidden comment. Raise `PermissionDenied` if not."""
    if is_deleted_by_author(comment):
        if not actor.is_user(comment.author_id):
            raise errors.PermissionDenied(_("Only its author can restore this comment."))
    elif not can_moderate:
        raise errors.PermissionDenied(_("Only a moderator can restore this comment."))


def may_read_history(actor: Actor, comment: Comment, *, can_moderate: bool) -> bool:
    if actor.is_user(comment.author_id):
        return True
    return can_moderate and may_read(actor, comment, can_moderate=True)


def may_pin(actor: Actor, comment: Comment, *, post_author_id: int, can_moderate: bool) -> bool:
    """Return whether the actor may pin the comment.

    Only published comments can be pinned. Moderators may pin comments. The author of the post may
    also pin comments, unless the author is banned.
    """
    is_post_author = actor.is_user(post_author_id) and actor.banned_at is None
    return comment.moderation_status == "published" and (can_moderate or is_post_author)


def ensure_media_count(count: int) -> None:
    if count > MAX_MEDIA:
        raise errors.Invalid.for_field(
            "media", ngettext("Add at most {n} image.", "Add at most {n} images.", MAX_MEDIA)
        )


def ensure_not_empty(text: str, *, has_media: bool) -> None:
    if not normalization.has_visible_character(text) and not has_media:
        raise errors.Invalid.for_field("text", _("Write something or add an image."))


def clean_text(text: str) -> str:
    cleaned = normalization.normalize_markdown(text).strip()
    normalization.ensure_max_length(cleaned, field="text", max_length=MAX_TEXT_LENGTH)
    return cleaned


async def find_comment_hold(session: AsyncSession, actor: Actor, post: Post) -> str:
    """Return the rule that holds all comments of the actor on the post, or an empty string.

    The caller must check that the actor does not moderate the community of the post.
    """
    content = await site.get_content_settings(session)
    if content.premoderate_content:
        return "premoderation"
    if post.community is not None and post.community.premoderates_comments:
        return "community"
    return site.find_account_hold(actor, content)
