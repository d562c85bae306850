"""Limits for accounts, such as maximum lengths, and permission checks for account changes."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CompoundSelect, and_, bindparam, not_, or_, select, union
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor, includes_feature, make_banned_error, make_read_only_error
from community.core.db.terms import has_ended, has_not_ended
from community.core.errors import PermissionDenied
from community.i18n import gettext as _
from community.models import User
from community.models.accounts import lower_email

NAME_MAX_LENGTH = 50
BIO_MAX_LENGTH = 500
# The names of moderators are protected from this size of a community on. Otherwise, users could
# reserve names for themselves by creating communities.
NAME_PROTECTION_MIN_MEMBERS = 10

# The address of the account of the assistant. It cannot receive mails (RFC 2606).
BOT_EMAIL = "assistant@bot.invalid"

SLUG_MIN_LENGTH = 3
SLUG_MAX_LENGTH = 30
# After a user or a community changes its slug, the former slug redirects to the new one for this
# long, and no other user or community can take it.
FORMER_SLUG_RESERVATION = timedelta(days=180)
# Number of former usernames that are reserved for one user at a time. This is enough to correct a
# mistake. With a higher limit, one user could block many names for others.
MAX_FORMER_SLUGS = 3

# NIST SP 800-63B, section 5.1.1, recommends a minimum length and a list of known passwords instead
# of rules such as "at least one digit".
PASSWORD_MIN_LENGTH = 8
# Long enough for any passphrase. Without a limit, a client could send passwords of several
# megabytes and overload the server with hashing.
PASSWORD_MAX_LENGTH = 128

# A stored password with this prefix matches no password. The user needs a reset link.
UNUSABLE_PASSWORD_PREFIX = "!"  # noqa: S105  # not a secret

# The maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3, without the angle brackets).
EMAIL_MAX_LENGTH = 254

SESSION_LIFETIME = timedelta(days=30)
# How long after the password a user can perform sensitive actions without entering it again.
CONFIRMATION_LIFETIME = timedelta(minutes=15)
# More sessions than a user needs, but few enough that a script that signs in repeatedly cannot fill
# the table.
MAX_SESSIONS = 20
USER_AGENT_MAX_LENGTH = 400
# The longest time for which Chrome stores a cookie. Each sign-in on the device extends it.
DEVICE_TOKEN_LIFETIME = timedelta(days=400)
# Enough for a shared computer. The token must fit into a cookie.
MAX_USERS_PER_DEVICE = 10

# Secret scanners recognise leaked tokens by this prefix.
TOKEN_PREFIX = "cmt_"  # noqa: S105  # not a secret
TOKEN_NAME_MAX_LENGTH = 60
MAX_TOKENS = 50
# An expiry date further in the future is probably a typing error.
MAX_TOKEN_LIFETIME = timedelta(days=3_650)
SCOPES = ("read", "write")

# Minimum time between two updates of `last_seen_at`. Because of it, most page views do not write to
# the database.
LAST_SEEN_INTERVAL = timedelta(minutes=2)

KEYWORD_MAX_LENGTH = 50
MAX_IGNORED_KEYWORDS = 100
# How many keywords a client may send, before duplicates are removed.
MAX_SUBMITTED_KEYWORDS = 1_000

# The SQL conditions for accounts that are not deleted, and for those that lists of users show.
is_active = col(User.deleted_at).is_(None)
# How long a deleted account can be restored.
RESTORE_PERIOD = timedelta(days=30)
# The columns of `users` from which `to_user_summary` builds what the site shows of an author.
SUMMARY_COLUMNS = (
    User.id,
    User.slug,
    User.name,
    User.avatar,
    User.deleted_at,
    User.content_choice,
    User.admin_since,
    User.chosen_badge,
    User.chosen_name_style,
    User.features,
    User.is_bot,
)
# The users who can sign in. A deleted account that signs in is asked whether to restore it.
is_active_or_restorable = or_(is_active, col(User.purge_at) > bindparam("now", callable_=clock.now))
_has_ban = and_(col(User.banned_at).is_not(None), has_not_ended(col(User.banned_until)))
is_listed = and_(is_active, not_(_has_ban))


def may_report(actor: Actor, user_id: int) -> bool:
    """Return whether the actor may report the user and what the user has written."""
    return not actor.is_guest and actor.banned_at is None and not actor.is_user(user_id)


def select_unlisted_ids() -> CompoundSelect[Any]:
    """Return a query of the ids of the users for whom `is_listed` is false.

    The partial indexes of banned and of deleted users contain them. The account of the assistant
    is also selected, because it has no rating.
    """
    return union(
        select(col(User.id)).where(_has_ban),
        select(col(User.id)).where(not_(is_active)),
        select(col(User.id)).where(lower_email == BOT_EMAIL),
    )


# The users that administrators see as banned.
is_active_and_banned = and_(is_active, _has_ban)

# The section of the Admin Panel whose administrators may act on users.
USERS_SECTION = "users"

# The feature that a subscription plan must include so that its users may have a video as avatar.
VIDEO_AVATAR_FEATURE = "video_avatar"
# The features that a plan must include so that its users have badges, and names in a style.
BADGE_FEATURE = "badge"
NAME_STYLE_FEATURE = "fancy_nickname"
AVATAR_MAX_BYTES = 2 * 1024 * 1024
HEADER_MAX_BYTES = 5 * 1024 * 1024


def is_restorable(user: User) -> bool:
    """Return whether the account was deleted, and its owner can still restore it."""
    return user.purge_at is not None and user.purge_at > clock.now()


def may_sign_in(user: User | None) -> bool:
    """Return whether `is_active_or_restorable` selects the user."""
    return user is not None and (user.deleted_at is None or is_restorable(user))


def is_banned(user: User) -> bool:
    """Return whether the user is banned now. `build_actor` asks this for every actor."""
    return is_ban_in_force(user.banned_at, user.banned_until)


def is_ban_in_force(banned_at: datetime | None, banned_until: datetime | None) -> bool:
    return banned_at is not None and not has_ended(banned_until)


def has_password(user: User) -> bool:
    """Return whether the user can sign in with a password."""
    return user.password_hash is not None and not user.password_hash.startswith(
        UNUSABLE_PASSWORD_PREFIX
    )


def get_roles(user: User) -> list[str]:
    return ["user", "administrator"] if user.admin_since is not None else ["user"]


def ensure_session_authentication(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the user signed in on the site.

    Access tokens can leak, so they must not give access to security settings such as the password.
    An administrator who sees the site as the user does not see these settings either.
    """
    if actor.is_read_only:
        raise make_read_only_error()
    if actor.id and actor.session_id is None:
        raise PermissionDenied(_("You can't do this with an access token. Sign in on the site."))


def ensure_may_edit_profile(actor: Actor) -> None:
    """Raise `PermissionDenied` if the actor is a guest or is banned.

    Banned users may not edit their profile, because their name and images are visible to everyone.
    """
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)


def may_use_video_avatar(actor: Actor) -> bool:
    """Return whether the actor may have a video as avatar, which subscription plans include.

    For an actor who no longer may, profiles show the first frame of the video.
    """
    return actor.has_feature(VIDEO_AVATAR_FEATURE)


def ensure_may_use_video_avatar(actor: Actor) -> None:
    """Raise an error unless the actor may have a video as avatar.

    Raises:
        PermissionDenied: The actor is a guest or is banned, or needs a subscription plan (error
            code `subscription_feature_required`).
    """
    ensure_may_edit_profile(actor)
    actor.ensure_feature(
        VIDEO_AVATAR_FEATURE, _("Only subscribers can have a video as profile picture.")
    )


def has_feature(user: User, code: str) -> bool:
    """Return whether a user who is shown has a feature. For the actor, ask `Actor.has_feature`.

    Args:
        user: The user, or a row with `SUMMARY_COLUMNS`.
    """
    return includes_feature(user.features, code, is_admin=user.admin_since is not None)


def ensure_may_use_badge(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the plan of the actor includes badges."""
    actor.ensure_feature(BADGE_FEATURE, _("Only subscribers can have a badge."))


def ensure_may_style_name(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the plan of the actor includes styled names."""
    actor.ensure_feature(NAME_STYLE_FEATURE, _("Only subscribers can style their name."))
