"""Who may read, comment on, change and take away posts."""

from datetime import timedelta

from sqlalchemy import ColumnElement, and_, literal_column, or_
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor
from community.core.errors import NotAllowed, unauthenticated
from community.domain.site.sections import Content
from community.models import Post

# Of what was just begun.
FIRST_VERSION = 1
# Enough for anybody's ideas; a table for strangers to fill is not on offer.
MAX_DRAFTS = 500
# After that a deleted post does not come back.
RESTORE_TERM = timedelta(days=30)


# Spelled out in the statement, not sent beside it: otherwise no database uses the indexes of
# published posts.
is_published = col(Post.status) == literal_column("'published'")


def may_read(actor: Actor, post: Post) -> bool:
    """Published posts everybody; others their author, and unpublished ones administrators too."""
    if post.status == "published":
        return True
    if post.status == "deleted":
        return False
    return actor.is_person(post.author_id) or (actor.is_admin and post.status == "unpublished")


def readable_by(actor: Actor) -> ColumnElement[bool]:
    """The same as a filter."""
    status = col(Post.status)
    rules: list[ColumnElement[bool]] = [is_published]
    if actor.user_id is not None:
        rules.append(and_(col(Post.author_id) == actor.user_id, status != "deleted"))
    if actor.is_admin:
        rules.append(status == "unpublished")
    return or_(*rules)


def may_edit(actor: Actor, post: Post) -> bool:
    """Its author, and administrators what readers can see or saw."""
    if post.status == "deleted" or actor.banned_at is not None:
        return False
    return actor.is_person(post.author_id) or (actor.is_admin and may_read(actor, post))


def ensure_may_edit(actor: Actor, post: Post) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated`, `banned`, or `forbidden`: only the author and administrators
            may.
    """
    ensure_may_write(actor)
    if not may_edit(actor, post):
        raise NotAllowed("Only its author can change a post.")


def ensure_may_write(actor: Actor) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated` or `banned`.
    """
    if actor.id and actor.banned_at is not None:
        raise NotAllowed("Your account is banned: you can read, but not publish.", code="banned")


def may_delete(actor: Actor, post: Post) -> bool:
    """Its author, even a banned one, and administrators."""
    if post.status == "deleted":
        return False
    return actor.is_person(post.author_id) or (actor.is_admin and may_read(actor, post))


def may_restore(actor: Actor, post: Post) -> bool:
    """Administrators; the author what the author deleted, for `RESTORE_TERM`."""
    if post.deleted_at is None or clock.now() - post.deleted_at > RESTORE_TERM:
        return False
    own = actor.is_person(post.author_id) and actor.is_person(post.withdrawn_by_id)
    return actor.is_admin or (own and actor.banned_at is None)


def may_publish(actor: Actor, post: Post, *, moderates: bool) -> bool:
    """Whether the button is there; `ensure_may_publish` says why not."""
    if actor.is_guest or post.status == "deleted":
        return False
    try:
        ensure_may_publish(actor, post, moderates=moderates)
    except NotAllowed:
        return False
    return True


def ensure_may_publish(actor: Actor, post: Post, *, moderates: bool) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated`, `banned`, or `forbidden`: only its author publishes a post,
            but what was taken down only moderators put back, and nobody their own.
    """
    ensure_may_write(actor)
    own = actor.is_person(post.author_id)
    if is_taken_down(post):
        # Whoever opens a community moderates it: that must not outweigh what others decided.
        if not moderates or (own and not actor.is_admin):
            raise NotAllowed("A moderator took this post down. Ask them to put it back.")
    elif not own:
        raise NotAllowed("Only its author can publish a post.")


def is_taken_down(post: Post) -> bool:
    """Whether somebody else than its author took the post from its readers."""
    return post.status == "unpublished" and post.withdrawn_by_id not in {None, post.author_id}


def ensure_may_move(actor: Actor, post: Post) -> None:
    """
    Raises:
        NotAllowed: it was taken down: the moderators of that place decide about it, not of one
            that the author chooses.
    """
    if is_taken_down(post) and not actor.is_admin:
        raise NotAllowed(
            "A moderator took this post down. It stays in its place until they put it back."
        )


def may_comment(actor: Actor, post: Post, rules: Content) -> bool:
    """Whether the form is there; `refusal_to_comment` says why not."""
    return refusal_to_comment(actor, post, rules) is None


def refusal_to_comment(actor: Actor, post: Post, rules: Content) -> NotAllowed | None:
    """Why the actor cannot comment on a post that they can read, if so.

    Args:
        rules: what administrators chose; they do not hold for administrators themselves.

    Returns:
        `unauthenticated`, `banned`, `commenting_restricted`, `email_unverified`, or
        `account_too_new` with `available_at`.
    """
    if post.status != "published":
        return NotAllowed("Comments open when the post is published.", code="commenting_restricted")
    if not post.comments_enabled:
        return NotAllowed("Comments are closed under this post.", code="commenting_restricted")
    if actor.is_guest:
        return unauthenticated("Sign in to comment.")
    if actor.banned_at is not None:
        return NotAllowed("Your account is banned: you can read, but not comment.", code="banned")
    return None if actor.is_admin else _restriction(actor, rules)


def _restriction(actor: Actor, rules: Content) -> NotAllowed | None:
    if rules.comments_need_verified_email and not actor.email_verified:
        return NotAllowed("Confirm your e-mail address to comment.", code="email_unverified")
    if actor.joined_at is None:
        return None
    opens = actor.joined_at + timedelta(hours=rules.comments_need_account_hours)
    if clock.now() < opens:
        return NotAllowed(
            f"New accounts can comment after {rules.comments_need_account_hours} hours.",
            code="account_too_new",
            details={"available_at": clock.iso(opens)},
        )
    return None
