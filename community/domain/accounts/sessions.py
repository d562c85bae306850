"""Functions that sign users in and out, verify passwords and change passwords."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import Invalid, PermissionDenied
from community.domain.accounts import devices, mails, passwords, policies, session_reports
from community.domain.accounts.authentication import build_actor
from community.domain.accounts.events import PasswordChanged, SignedIn
from community.domain.accounts.queries import find_user_by_login
from community.i18n import gettext as _
from community.models import User, UserSession

PASSWORD = "password"  # noqa: S105  # not a secret


@dataclass(frozen=True, slots=True)
class StoredCredentials:
    """The account with the email or username `login`, or None if there is no such account."""

    login: str
    user_id: int | None
    password_hash: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class VerifiedCredentials:
    """The result of a successful password check.

    Attributes:
        password_hash: The stored hash that matched the password.
        updated_hash: A new hash that replaces `password_hash`, which was made with outdated
            parameters, or None.
    """

    user_id: int
    password_hash: str
    updated_hash: str | None = None


@dataclass(frozen=True, slots=True)
class SignInResult:
    """A new sign-in session: the session cookie, and the actor of requests that send it."""

    token: str
    actor: Actor
    expires_at: datetime


async def find_credentials(session: AsyncSession, *, login: str) -> StoredCredentials:
    """Return the stored credentials for an email or username. Pass them to `verify_password`.

    If the login is unknown, the result has no user and no hash. `verify_password` then takes as
    long as for a known login, so the response time does not reveal whether the account exists.
    """
    user = await find_user_by_login(session, login) if login.strip() else None
    return _to_stored_credentials(login, user)


async def find_own_credentials(session: AsyncSession, actor: Actor) -> StoredCredentials:
    """Return the actor's stored credentials. Pass the result to `verify_own_password`."""
    policies.ensure_session_authentication(actor)
    return _to_stored_credentials(actor.slug, await session.get(User, actor.id))


async def verify_password(credentials: StoredCredentials, *, password: str) -> VerifiedCredentials:
    """Check the password that a user entered in the sign-in form.

    Call this outside a database session, because hashing is slow.

    Raises:
        Invalid: The login or the password is empty.
        PermissionDenied: The account does not exist or the password is wrong. In both cases the
            error code is `invalid_credentials`, and message and response time are the same. An
            attacker cannot find out whether the account exists.
    """
    _ensure_login_and_password_not_empty(credentials.login, password)
    return await _verify_credentials(credentials, password)


async def verify_own_password(
    credentials: StoredCredentials, *, password: str
) -> VerifiedCredentials:
    """Check the current password that a signed-in user entered in order to change it.

    Call this outside a database session, because hashing is slow. A wrong password is `Invalid`.
    """
    try:
        return await _verify_credentials(credentials, password)
    except PermissionDenied as error:
        raise Invalid.for_field("current_password", _("Wrong password")) from error


def _to_stored_credentials(login: str, user: User | None) -> StoredCredentials:
    return (
        StoredCredentials(login, None, None)
        if user is None
        else StoredCredentials(login, user.id, user.password_hash)
    )


def _ensure_login_and_password_not_empty(login: str, password: str) -> None:
    errors: dict[str, list[str]] = {}
    if not login.strip():
        errors["login"] = [_("Enter your email or username.")]
    if not password.strip():
        errors["password"] = [_("Enter your password.")]
    if errors:
        raise Invalid(next(iter(errors.values()))[0], field_errors=errors)


async def _verify_credentials(credentials: StoredCredentials, password: str) -> VerifiedCredentials:
    is_right, updated_hash = await passwords.verify(password, credentials.password_hash)
    if credentials.user_id is None or credentials.password_hash is None or not is_right:
        raise _make_invalid_credentials_error()
    return VerifiedCredentials(credentials.user_id, credentials.password_hash, updated_hash)


async def load_verified_user(session: AsyncSession, credentials: VerifiedCredentials) -> User:
    """Return the user with these credentials, and lock the row until the end of the transaction.

    If `credentials.updated_hash` is set, store it as the new password hash. The user may have
    deleted the account. `two_factor.complete_sign_in` then offers to restore it.

    Raises:
        PermissionDenied: The password was changed or the account was erased after the check.
    """
    await session.flush()
    user = await session.get(
        User, credentials.user_id, with_for_update=FOR_NO_KEY_UPDATE, populate_existing=True
    )
    if (
        user is None
        or not policies.may_sign_in(user)
        or user.password_hash != credentials.password_hash
    ):
        raise _make_invalid_credentials_error()
    if credentials.updated_hash is not None:
        user.password_hash = credentials.updated_hash
    return user


async def sign_in(
    session: AsyncSession,
    actor: Actor,
    *,
    user: User,
    user_agent: str,
    method: str = PASSWORD,
    is_new_device: bool = False,
) -> SignInResult:
    """Create a sign-in session for a verified user, and revoke the browser's previous session.

    Args:
        actor: The actor of the current request. A guest, unless the browser has a session.
        method: The service with which the user signs in, such as `github`, or `PASSWORD`.
        is_new_device: Whether the user never signed in on this device. They then get a mail.
    """
    if actor.session_id is not None:
        await devices.revoke_sessions(session, col(UserSession.id) == actor.session_id)
    now, token = clock.now(), ids.new_token()
    row = UserSession(
        user_id=user.id,
        token_hash=ids.hash_token(token),
        user_agent=user_agent[: policies.USER_AGENT_MAX_LENGTH],
        address=actor.ip_address[:45],
        method=method,
        created_at=now,
        last_seen_at=now,
        confirmed_at=now,
        expires_at=now + policies.SESSION_LIFETIME,
    )
    session.add(row)
    user.last_seen_at = now
    await session.flush()
    await devices.revoke_sessions_over_limit(session, user.id)
    if is_new_device:
        await session_reports.send_new_device_mail(session, user, row)
    events.record(session, SignedIn(user.id, row.id))
    new_actor = replace(
        build_actor(user, ip_address=actor.ip_address),
        session_id=row.id,
        last_seen_at=now,
        confirmed_at=now,
    )
    return SignInResult(token, new_actor, row.expires_at)


async def sign_out(session: AsyncSession, actor: Actor) -> bool:
    """Revoke the actor's sign-in session. Return False if the actor has no active session."""
    return actor.session_id is not None and bool(
        await devices.revoke_sessions(session, col(UserSession.id) == actor.session_id)
    )


async def change_password(
    session: AsyncSession,
    actor: Actor,
    *,
    credentials: VerifiedCredentials,
    password_hash: passwords.HashedPassword,
    user_agent: str,
) -> SignInResult:
    """Store a new password, revoke all sessions of the user, and create a new session.

    Raises:
        PermissionDenied: The actor is a guest or uses an access token, the credentials belong to
            another user, or the password was changed after the check.
    """
    policies.ensure_session_authentication(actor)
    user = await load_verified_user(session, credentials)
    if not actor.is_user(user.id) or user.deleted_at is not None:
        raise _make_invalid_credentials_error()
    user.password_hash = password_hash
    await mails.send(
        session, "password_changed", user, mails.build_password_changed(user.name, clock.now())
    )
    await devices.revoke_sessions(session, col(UserSession.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    return await sign_in(session, actor, user=user, user_agent=user_agent)


def _make_invalid_credentials_error() -> PermissionDenied:
    return PermissionDenied(_("Wrong email or password"), code="invalid_credentials")
