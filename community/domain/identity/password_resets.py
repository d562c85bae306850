"""Links with which users choose a new password, or report a session of another person.

`request_password_reset` only enqueues a job, which looks for the account. So neither the answer
nor the time that it takes reveals whether an account exists.
"""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, events, ids
from community.domain.identity import (
    mail_links,
    mails,
    passkeys,
    passwords,
    policies,
    sessions,
    two_factor,
    validation,
)
from community.domain.identity.events import EmailChanged, PasswordChanged
from community.domain.identity.mail_links import LinkPurpose
from community.domain.identity.providers.store import remove_identities
from community.domain.jobs import outbox
from community.models import User, UserSession
from community.models.people import lower_email

RESET_JOB = "send_password_reset"
RESET_LIFETIME = timedelta(hours=24)


def build_reset_token(user: User) -> mail_links.ResetToken:
    return mail_links.build_link(LinkPurpose.PASSWORD_RESET, user, lifetime=RESET_LIFETIME)


def request_password_reset(session: AsyncSession, *, email: str) -> None:
    """Send a reset link to the account with this email, if there is one, in the background."""
    outbox.enqueue(session, RESET_JOB, email=validation.clean_email(email))


async def send_password_reset(session: AsyncSession, email: str) -> None:
    """Send a reset link. The job does nothing if there is no such account."""
    user = await session.scalar(
        select(User).where(lower_email == email.lower(), policies.is_active)
    )
    if user is None or not await mails.may_send(session, "password_reset", user.email):
        return
    url = urls.mail_link(urls.RESET_PASSWORD_PAGE, build_reset_token(user).token)
    await mails.send(session, "password_reset", user, mails.build_password_reset(user.name, url))


async def get_user_for_reset(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> User:
    return (
        await mail_links.open_link(
            session, LinkPurpose.PASSWORD_RESET, token, for_update=for_update
        )
    ).user


async def reset_password(
    session: AsyncSession, *, token: str, password_hash: passwords.HashedPassword
) -> User:
    """Store the new password, end all sessions of the user, and tell them by mail."""
    link = await mail_links.open_link(session, LinkPurpose.PASSWORD_RESET, token, for_update=True)
    user = link.user
    await mail_links.use_link(session, link)
    if user.email_verified_at is None:
        # Another person may have registered with the email and connected their own account.
        await remove_identities(session, user.id)
        user.email_verified_at = clock.now()
        events.record(session, EmailChanged(user.id))
    user.email_undeliverable_at = None
    user.password_hash = password_hash
    await session.flush()
    await sessions.revoke_sessions(session, col(UserSession.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    await mails.send(
        session, "password_changed", user, mails.build_password_changed(user.name, clock.now())
    )
    return user


async def invalidate_password(session: AsyncSession, user: User) -> None:
    """Replace the password with a random value that no password matches, and end all sessions.

    The identities at other services are removed too, because an intruder may have connected them.

    The user signs in again after they have chosen a new password with a reset link
    (`reset_password`). Links for earlier values no longer work.
    """
    user.password_hash = policies.UNUSABLE_PASSWORD_PREFIX + ids.new_token()
    await session.flush()
    await remove_identities(session, user.id)
    await sessions.end_all_sessions(session, user)
    events.record(session, PasswordChanged(user.id))


async def find_reported_session(session: AsyncSession, token: str) -> UserSession | None:
    """Return the session that a link reports, or None if it was deleted since."""
    link = await mail_links.open_link(session, LinkPurpose.SESSION_REPORT, token)
    return await find_own_session(session, link)


async def find_own_session(
    session: AsyncSession, link: mail_links.OpenedLink
) -> UserSession | None:
    """Return the session that a link is about. SQLite may have given its id to another one."""
    row = await session.get(UserSession, link.object_id)
    return row if row is not None and row.user_id == link.user.id else None


async def report_session(session: AsyncSession, *, token: str) -> mail_links.ResetToken:
    """End the reported session and all others, and make the password invalid.

    The person who signed in knows the password, so it must not work until the user has chosen a new
    one. Credentials that were added since the reported session began are removed.
    """
    link = await mail_links.open_link(session, LinkPurpose.SESSION_REPORT, token, for_update=True)
    await mail_links.use_link(session, link)
    row = await find_own_session(session, link)
    if row is not None:
        await two_factor.remove_added_since(session, link.user, row.created_at)
        await passkeys.remove_added_since(session, link.user, row.created_at)
    await invalidate_password(session, link.user)
    return build_reset_token(link.user)
