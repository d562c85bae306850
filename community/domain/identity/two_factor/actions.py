"""Functions with which users switch the two-step sign-in on and off."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, encryption, errors, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import site
from community.domain.identity import mails, policies, policies as identity_policies
from community.domain.identity.events import SecondFactorChanged
from community.domain.identity.policies import ensure_recently_confirmed
from community.domain.identity.two_factor import codes, queries
from community.i18n import gettext as _
from community.models import OneTimeCodeSecret, RecoveryCode, User

SECRET_PURPOSE = "one-time codes"  # noqa: S105  # not a secret


async def start_setup(session: AsyncSession, actor: Actor) -> queries.TwoFactorSetup:
    """Store a new secret. Codes are asked for only after `confirm_setup`.

    Raise `Conflict` if the two-step sign-in is already on.
    """
    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    user = await _lock_user(session, actor)
    row = await session.get(OneTimeCodeSecret, user.id)
    if row is not None and row.confirmed_at is not None:
        raise errors.Conflict(_("Two-step sign-in is already on."))
    secret = codes.generate_secret()
    if row is None:
        row = OneTimeCodeSecret(user_id=user.id, secret="")
        session.add(row)
    row.secret = encryption.encrypt(secret, purpose=SECRET_PURPOSE)
    row.created_at, row.last_step = clock.now(), 0
    url = codes.build_setup_url(
        secret, account=user.email, issuer=(await site.get_site_view(session)).name
    )
    return queries.TwoFactorSetup(secret=secret, url=url, qr_code=codes.build_qr_code(url))


async def confirm_setup(session: AsyncSession, actor: Actor, *, code: str) -> queries.RecoveryCodes:
    """Switch the two-step sign-in on, after the user has entered a code of the app.

    Raise `Conflict` if no setup was started, it was already confirmed, or it has expired.
    """
    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    user = await _lock_user(session, actor)
    row = await session.get(OneTimeCodeSecret, user.id)
    if (
        row is None
        or row.confirmed_at is not None
        or row.created_at <= clock.now() - codes.SETUP_LIFETIME
    ):
        raise errors.Conflict(_("Start again to set up two-step sign-in."))
    secret = encryption.decrypt(row.secret, purpose=SECRET_PURPOSE)
    step = codes.find_step(secret, code, after=row.last_step) if secret else None
    if step is None:
        message = _("Wrong code. Enter the code that the app shows now.")
        raise errors.Invalid.for_field("code", message)
    row.confirmed_at, row.last_step = clock.now(), step
    created = await _replace_recovery_codes(session, user)
    await mails.send_change(session, actor, user, "two_step_on")
    events.record(session, SecondFactorChanged(user.id))
    return created


async def create_recovery_codes(session: AsyncSession, actor: Actor) -> queries.RecoveryCodes:
    """Replace the recovery codes of the actor. The earlier codes no longer work.

    Raise `NotFound` if the two-step sign-in is off.
    """
    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    user = await _lock_user(session, actor)
    await _get_confirmed(session, user)
    created = await _replace_recovery_codes(session, user)
    await mails.send_change(session, actor, user, "recovery_codes_replaced")
    return created


async def switch_off(session: AsyncSession, actor: Actor) -> None:
    """Switch the two-step sign-in off, or cancel its setup.

    Raise `NotFound` if there is neither a two-step sign-in nor a setup.
    """
    identity_policies.ensure_session_authentication(actor)
    user = await _lock_user(session, actor)
    row = await session.get(OneTimeCodeSecret, user.id)
    if row is None:
        raise _make_off_error()
    if row.confirmed_at is None:
        await session.delete(row)
        return
    ensure_recently_confirmed(actor)
    await policies.ensure_may_remove_second_factor(session, user)
    await remove(session, user)
    await mails.send_change(session, actor, user, "two_step_off")


async def remove(session: AsyncSession, user: User) -> bool:
    """Delete the secret and the recovery codes of a user. Return whether the step was in use."""
    deleted = await session.execute(
        delete(OneTimeCodeSecret)
        .where(col(OneTimeCodeSecret.user_id) == user.id)
        .returning(col(OneTimeCodeSecret.confirmed_at))
    )
    await session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user.id))
    events.record(session, SecondFactorChanged(user.id))
    return any(confirmed_at for (confirmed_at,) in deleted)


async def purge_abandoned_setups(session: AsyncSession) -> None:
    """Delete the secrets of setups that users have begun and not finished in time."""
    await session.execute(
        delete(OneTimeCodeSecret).where(
            col(OneTimeCodeSecret.confirmed_at).is_(None),
            col(OneTimeCodeSecret.created_at) <= clock.now() - codes.SETUP_LIFETIME,
        )
    )


async def remove_as_administrator(session: AsyncSession, user: User) -> bool:
    """Remove the second factor of a user and tell them by mail. Return False if there is none."""
    is_removed = await remove(session, user)
    if is_removed:
        await mails.send_removal_by_administrator(session, user)
    return is_removed


async def remove_added_since(session: AsyncSession, user: User, since: datetime) -> None:
    """Remove the second factor of a user if it was set up after a time."""
    row = await session.get(OneTimeCodeSecret, user.id)
    if row is not None and row.created_at >= since:
        await remove(session, user)


async def _lock_user(session: AsyncSession, actor: Actor) -> User:
    return await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)


async def _get_confirmed(session: AsyncSession, user: User) -> OneTimeCodeSecret:
    row = await session.get(OneTimeCodeSecret, user.id)
    if row is None or row.confirmed_at is None:
        raise _make_off_error()
    return row


async def _replace_recovery_codes(session: AsyncSession, user: User) -> queries.RecoveryCodes:
    await session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user.id))
    created = codes.generate_recovery_codes()
    session.add_all(
        RecoveryCode(user_id=user.id, code_hash=codes.hash_recovery_code(code, user_id=user.id))
        for code in created
    )
    await session.flush()
    return queries.RecoveryCodes(codes=created)


def _make_off_error() -> errors.NotFound:
    return errors.NotFound(_("Two-step sign-in is off."))
