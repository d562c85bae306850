"""Links with which users choose a new password.

`request_password_reset` only enqueues a job, which looks for the account. So neither the answer
nor the time that it takes reveals whether an account exists.
"""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import outbox, urls
from community.core import clock, events
from community.domain.accounts import devices, mails, passwords, policies, validation
from community.domain.accounts.events import EmailChanged, PasswordChanged
from community.domain.accounts.identity_store import remove_identities
from community.domain.accounts.mail_links import (
    LinkPurpose,
    ResetToken,
    build_link,
    open_link,
    use_link,
)
from community.models import User, UserSession
from community.models.accounts import lower_email

RESET_JOB = "send_password_reset"
RESET_LIFETIME = timedelta(hours=24)


def build_reset_token(user: User) -> ResetToken:
    """Return the token of a link with which the user chooses a new password."""
    return build_link(LinkPurpose.PASSWORD_RESET, user, lifetime=RESET_LIFETIME)


def request_password_reset(session: AsyncSession, *, email: str) -> None:
    """Send a reset link to the account with this email, if there is one, in the background.

    Raises:
        Invalid: The text is not an email address.
    """
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
    """Return the user whose password a token resets.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    return (await open_link(session, LinkPurpose.PASSWORD_RESET, token, for_update=for_update)).user


async def reset_password(
    session: AsyncSession, *, token: str, password_hash: passwords.HashedPassword
) -> User:
    """Store the new password, end all sessions of the user, and tell them by mail.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    link = await open_link(session, LinkPurpose.PASSWORD_RESET, token, for_update=True)
    user = link.user
    await use_link(session, link)
    if user.email_verified_at is None:
        # Another person may have registered with the email and connected their own account.
        await remove_identities(session, user.id)
        user.email_verified_at = clock.now()
        events.record(session, EmailChanged(user.id))
    user.email_undeliverable_at = None
    user.password_hash = password_hash
    await session.flush()
    await devices.revoke_sessions(session, col(UserSession.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    await mails.send(
        session, "password_changed", user, mails.build_password_changed(user.name, clock.now())
    )
    return user
