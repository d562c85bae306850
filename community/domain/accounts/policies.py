"""Limits for accounts, such as maximum lengths, and permission checks for account changes."""

from datetime import timedelta

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.i18n import gettext as _
from community.models import User

NAME_MAX_LENGTH = 50
BIO_MAX_LENGTH = 500

SLUG_MIN_LENGTH = 3
SLUG_MAX_LENGTH = 30
# After a user changes their username, the former one redirects to the new one for this long, and no
# other user can take it.
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

SESSION_LIFETIME = timedelta(days=30)
# More sessions than a user needs, but few enough that a script that signs in repeatedly cannot fill
# the table.
MAX_SESSIONS = 20
USER_AGENT_MAX_LENGTH = 400

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
# Users count as online for this long after `last_seen_at`. It must be longer than
# LAST_SEEN_INTERVAL plus the half minute until `flush_last_seen` writes the time. Otherwise active
# users would appear offline between two updates.
ONLINE_TIMEOUT = timedelta(minutes=5)

KEYWORD_MAX_LENGTH = 50
MAX_IGNORED_KEYWORDS = 100

AVATAR_MAX_BYTES = 2 * 1024 * 1024
HEADER_MAX_BYTES = 5 * 1024 * 1024


def is_online(user: User) -> bool | None:
    """Return whether `user` is online, or None if they hide their online status."""
    if not user.shows_online:
        return None
    return user.last_seen_at is not None and user.last_seen_at > clock.now() - ONLINE_TIMEOUT


def get_roles(user: User) -> list[str]:
    return ["user", "administrator"] if user.admin_since is not None else ["user"]


def ensure_session_authentication(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the actor is signed in with a session cookie.

    Access tokens can leak, so they must not give access to security settings such as the password.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or uses an access
            token (error code `forbidden`).
    """
    if actor.id and actor.session_id is None:
        raise PermissionDenied(_("You can't do this with an access token. Sign in on the site."))


def ensure_may_edit_profile(actor: Actor) -> None:
    """Raise `PermissionDenied` if the actor is a guest or is banned.

    Banned users may not edit their profile, because their name and images are visible to everyone.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or is banned (error
            code `banned`).
    """
    if actor.id and actor.banned_at is not None:
        raise PermissionDenied(
            _("You can't edit your profile while your account is banned."), code="banned"
        )
