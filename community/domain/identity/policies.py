"""Limits of what users sign in with, and the rules for who may sign in and change it."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor, make_banned_error, make_read_only_error
from community.core.errors import Conflict, PermissionDenied
from community.domain import site
from community.i18n import gettext as _
from community.models import Identity, OneTimeCodeSecret, Passkey, User

# NIST SP 800-63B, section 5.1.1, recommends a minimum length and a list of known passwords instead
# of rules such as "at least one digit".
PASSWORD_MIN_LENGTH = 8
# Long enough for any passphrase. Without a limit, a client could send passwords of several
# megabytes and overload the server with hashing.
PASSWORD_MAX_LENGTH = 128

# A stored password with this prefix matches no password. The user needs a reset link.
UNUSABLE_PASSWORD_PREFIX = "!"  # noqa: S105  # not a secret

NAME_MAX_LENGTH = 50

SLUG_MIN_LENGTH = 3
SLUG_MAX_LENGTH = 30

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

# The section of the Admin Panel whose administrators may act on users.
USERS_SECTION = "users"

# The SQL conditions for accounts that are not deleted, and for those that lists of users show.
is_active = col(User.deleted_at).is_(None)
# The users who can sign in. A deleted account that signs in is asked whether to restore it.
is_active_or_restorable = or_(is_active, col(User.purge_at) > bindparam("now", callable_=clock.now))


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
    return banned_at is not None and not clock.is_past(banned_until)


# Built once, because building it takes as long as running it.
_LOCKED_BAN = (
    select(User.banned_at, User.banned_until, User.ban_reason)
    .where(col(User.id) == bindparam("user_id"))
    .with_for_update(read=True)
)


async def ensure_not_banned_meanwhile(session: AsyncSession, actor: Actor) -> None:
    """Check that the actor has not been banned since their request was authenticated.

    An action that stores content calls this at its end, after it has locked all other rows. The
    lock lets a ban wait for the action, and the action for a ban that has begun. Therefore the
    content is older than the ban, or is not stored.
    """
    if actor.user_id is None:  # an operator or a job
        return
    # The connection skips the ORM, which would take longer than the query.
    connection = await session.connection()
    row = (await connection.execute(_LOCKED_BAN, {"user_id": actor.user_id})).one_or_none()
    if row is not None and is_ban_in_force(row.banned_at, row.banned_until):
        banned = replace(
            actor,
            banned_at=row.banned_at,
            banned_until=row.banned_until,
            ban_reason=row.ban_reason,
        )
        raise make_banned_error(banned)


def has_password(user: User) -> bool:
    return user.password_hash is not None and not user.password_hash.startswith(
        UNUSABLE_PASSWORD_PREFIX
    )


def ensure_session_authentication(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the user signed in on the site.

    Access tokens can leak, so they must not give access to security settings such as the password.
    An administrator who sees the site as the user does not see these settings either.
    """
    if actor.is_read_only:
        raise make_read_only_error()
    if actor.id and actor.session_id is None:
        raise PermissionDenied(_("You can't do this with an access token. Sign in on the site."))


def is_recently_confirmed(actor: Actor) -> bool:
    return (
        actor.confirmed_at is not None and actor.confirmed_at > clock.now() - CONFIRMATION_LIFETIME
    )


def ensure_recently_confirmed(actor: Actor) -> None:
    """Check that the actor signed in or confirmed their identity within the last minutes.

    Raises:
        PermissionDenied: The actor must confirm their identity first. The code is
            `confirmation_required`. With an access token, which cannot do that, it is `forbidden`.
    """
    ensure_session_authentication(actor)
    if not is_recently_confirmed(actor):
        raise PermissionDenied(
            _("Confirm that it's you to continue."), code="confirmation_required"
        )


async def has_other_sign_in_method(
    session: AsyncSession, user: User, *, without_provider: str = "", without_passkey_id: int = 0
) -> bool:
    """Return whether the user could still sign in without the identity or the passkey.

    A service that administrators have switched off does not count.
    """
    if has_password(user):
        return True
    auth = await site.get_settings_section(session, site.AuthSettings)
    others = [name for name in auth.list_ready_providers() if name != without_provider]
    has_identity = exists().where(
        col(Identity.user_id) == user.id, col(Identity.provider).in_(others)
    )
    has_passkey = exists().where(
        col(Passkey.user_id) == user.id, col(Passkey.id) != without_passkey_id
    )
    return bool(await session.scalar(select(or_(has_identity, has_passkey))))


def make_last_method_error() -> Conflict:
    message = _(
        "This is your only way to sign in. First set a password, add a passkey or connect another "
        "service."
    )
    return Conflict(message, code="last_sign_in_method")


async def is_second_factor_required(session: AsyncSession) -> bool:
    return (await site.get_settings_section(session, site.AuthSettings)).require_admin_second_factor


async def has_second_factor(session: AsyncSession, user_id: int) -> bool:
    is_set_up = exists().where(
        col(OneTimeCodeSecret.user_id) == user_id, col(OneTimeCodeSecret.confirmed_at).is_not(None)
    )
    return bool(await session.scalar(select(is_set_up)))


async def ensure_may_remove_second_factor(session: AsyncSession, user: User) -> None:
    """Check that the user may switch off their last second factor.

    Raise `PermissionDenied` if the user is an administrator, and administrators need a second
    factor.
    """
    if user.admin_since is not None and await is_second_factor_required(session):
        raise PermissionDenied(_("Administrators of this site need two-step sign-in."))
