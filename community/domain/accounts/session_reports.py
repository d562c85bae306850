"""The mail about a sign-in on a new device, and its link "This wasn't me"."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain.accounts import administration, mails
from community.domain.accounts.mail_links import (
    LinkPurpose,
    ResetToken,
    build_link,
    open_link,
    use_link,
)
from community.domain.accounts.password_resets import build_reset_token
from community.models import User, UserSession

REPORT_LIFETIME = timedelta(days=7)


async def send_new_device_mail(session: AsyncSession, user: User, row: UserSession) -> None:
    """Tell the user that their account was used on another device."""
    link = build_link(LinkPurpose.SESSION_REPORT, user, lifetime=REPORT_LIFETIME, object_id=row.id)
    message = mails.build_new_device(
        user.name,
        user_agent=row.user_agent,
        address=row.address,
        at=row.created_at,
        report_url=urls.absolute(urls.session_report(link.token)),
    )
    await mails.send(session, "new_device", user, message)


async def find_reported_session(session: AsyncSession, token: str) -> UserSession | None:
    """Return the session that a link reports, or None if it was deleted since.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    link = await open_link(session, LinkPurpose.SESSION_REPORT, token)
    return await session.get(UserSession, link.object_id)


async def report_session(session: AsyncSession, *, token: str) -> ResetToken:
    """End the reported session and all others, and make the password invalid.

    The person who signed in knows the password, so it must not work until the user has chosen a new
    one.

    Returns:
        The token with which the user chooses a new password.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    link = await open_link(session, LinkPurpose.SESSION_REPORT, token, for_update=True)
    await use_link(session, link)
    await administration.invalidate_password(session, link.user)
    return build_reset_token(link.user)
