"""Functions that begin, list and end sign-in sessions, verify passwords and change passwords."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.db.pagination import Page, decode_cursor, split_page
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.core.read_models import ReadModel, Timestamp
from community.domain.identity import mails, passwords, policies
from community.domain.identity.actors import build_actor, find_user_by_login
from community.domain.identity.events import (
    PasswordChanged,
    SessionRevoked,
    SignedIn,
    TokenRevoked,
    ViewingChanged,
)
from community.i18n import gettext as _
from community.models import AccessToken, User, UserSession

PASSWORD = "password"  # noqa: S105  # not a secret


class Device(ReadModel):
    """A sign-in session. The settings page shows each session as a device."""

    id: int
    user_agent: str
    address: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class StoredCredentials:
    """The account with the email or username `login`, or None if there is no such account."""

    login: str
    user_id: int | None
    password_hash: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class VerifiedCredentials:
    """The result of a successful password check."""

    user_id: int
    password_hash: str  # the stored hash that matched the password
    # A new hash that replaces `password_hash`, which was made with outdated parameters, or None
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
        PermissionDenied: The account does not exist or the password is wrong
            (`invalid_credentials`), with the same message and response time, so that an
            attacker cannot find out which accounts exist.
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
    deleted the account. `two_factor.complete_sign_in` then offers to restore it. Raise
    `PermissionDenied` if the password was changed or the account was erased after the check.
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
        method: The service with which the user signs in, such as `github`, or `PASSWORD`.
        is_new_device: Whether the user never signed in on this device. They then get a mail.
    """
    if actor.session_id is not None:
        await revoke_sessions(session, col(UserSession.id) == actor.session_id)
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
    await revoke_sessions_over_limit(session, user.id)
    if is_new_device:
        await mails.send_new_device_mail(session, user, row)
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
        await revoke_sessions(session, col(UserSession.id) == actor.session_id)
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

    Raise `PermissionDenied` if the actor is a guest or uses an access token, the credentials belong
    to another user, or the password was changed after the check.
    """
    policies.ensure_session_authentication(actor)
    user = await load_verified_user(session, credentials)
    if not actor.is_user(user.id) or user.deleted_at is not None:
        raise _make_invalid_credentials_error()
    user.password_hash = password_hash
    await mails.send(
        session, "password_changed", user, mails.build_password_changed(user.name, clock.now())
    )
    await revoke_sessions(session, col(UserSession.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    return await sign_in(session, actor, user=user, user_agent=user_agent)


def _make_invalid_credentials_error() -> PermissionDenied:
    return PermissionDenied(_("Wrong email or password"), code="invalid_credentials")


async def list_devices(session: AsyncSession, actor: Actor) -> list[Device]:
    """Return the actor's active sign-in sessions, most recently used first."""
    policies.ensure_session_authentication(actor)
    rows = await session.scalars(
        select(UserSession)
        .where(col(UserSession.user_id) == actor.id, build_active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
    )
    return [
        Device.model_validate(row).model_copy(update={"is_current": row.id == actor.session_id})
        for row in rows
    ]


async def list_sessions(
    session: AsyncSession, user_id: int, *, cursor: str | None = None, limit: int
) -> Page[UserSession]:
    """Return the sign-in sessions of a user, newest first, also those that have ended."""
    query = select(UserSession).where(col(UserSession.user_id) == user_id)
    if key := decode_cursor(cursor, int):
        query = query.where(col(UserSession.id) < key[0])
    rows = await session.scalars(query.order_by(col(UserSession.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda row: (row.id,))
    return Page(items=page, next_cursor=next_cursor)


def is_session_active(row: UserSession) -> bool:
    return row.revoked_at is None and row.expires_at > clock.now()


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    policies.ensure_session_authentication(actor)
    is_own = and_(col(UserSession.id) == device_id, col(UserSession.user_id) == actor.id)
    if not await revoke_sessions(session, is_own):
        raise NotFound(_("This device is already signed out."))


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """Revoke the actor's sessions except the current one, and return their number."""
    policies.ensure_session_authentication(actor)
    is_other = and_(col(UserSession.user_id) == actor.id, col(UserSession.id) != actor.session_id)
    return await revoke_sessions(session, is_other)


async def purge_ended_sessions(session: AsyncSession) -> int:
    """Delete revoked and expired sessions from the database, and return their number."""
    deleted = await session.execute(
        delete(UserSession).where(~build_active_session_condition()).returning(col(UserSession.id))
    )
    return len(deleted.all())


async def revoke_sessions_over_limit(session: AsyncSession, user_id: int) -> None:
    """Revoke a user's sessions, except the `MAX_SESSIONS` most recently used sessions."""
    newest = (
        select(UserSession.id)
        .where(col(UserSession.user_id) == user_id, build_active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
        .limit(policies.MAX_SESSIONS)
    )
    await revoke_sessions(
        session, and_(col(UserSession.user_id) == user_id, col(UserSession.id).not_in(newest))
    )


async def revoke_sessions(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    """Revoke the active sessions that match an SQL condition, and return their number."""
    revoked = await session.execute(
        update(UserSession)
        .where(condition, build_active_session_condition())
        .values(revoked_at=clock.now())
        .returning(col(UserSession.user_id), col(UserSession.id))
        .execution_options(synchronize_session=False)
    )
    revocations = [SessionRevoked(user_id, session_id) for user_id, session_id in revoked]
    for event in revocations:
        events.record(session, event)
    return len(revocations)


def build_active_session_condition() -> ColumnElement[bool]:
    return and_(col(UserSession.revoked_at).is_(None), col(UserSession.expires_at) > clock.now())


async def end_all_sessions(session: AsyncSession, user: User) -> int:
    """Revoke all sign-in sessions and access tokens of a user. Return the number of sessions."""
    count = await revoke_sessions(session, col(UserSession.user_id) == user.id)
    revoked = await session.scalars(
        update(AccessToken)
        .where(col(AccessToken.user_id) == user.id, col(AccessToken.revoked_at).is_(None))
        .values(revoked_at=clock.now())
        .returning(col(AccessToken.id))
        .execution_options(synchronize_session=False)
    )
    for token_id in revoked.all():
        events.record(session, TokenRevoked(user.id, token_id))
    return count


async def start_viewing(
    session: AsyncSession, actor: Actor, user: User, *, lifetime: timedelta
) -> datetime:
    """Let the session of the actor see the site as `user`. Return when it ends by itself.

    Raise `PermissionDenied` if the actor did not sign in on the site.
    """
    policies.ensure_session_authentication(actor)
    until = clock.now() + lifetime
    await _store_view(session, actor, viewed_user_id=user.id, until=until)
    for user_id in (actor.id, user.id):
        events.record(session, ViewingChanged(user_id))
    return until


async def stop_viewing(session: AsyncSession, actor: Actor) -> bool:
    """Let an administrator see the site as themselves again. Return False if they already do."""
    if actor.viewer_id is None:
        return False
    await _store_view(session, actor, viewed_user_id=None, until=None)
    for user_id in (actor.viewer_id, actor.id):
        events.record(session, ViewingChanged(user_id))
    return True


async def _store_view(
    session: AsyncSession, actor: Actor, *, viewed_user_id: int | None, until: datetime | None
) -> None:
    await session.execute(
        update(UserSession)
        .where(col(UserSession.id) == actor.session_id)
        .values(viewed_user_id=viewed_user_id, viewing_until=until)
        .execution_options(synchronize_session=False)
    )
