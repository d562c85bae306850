"""The mail about a sign-in on a new device, and its link "This wasn't me"."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain.accounts import mails
from community.domain.accounts.mail_links import (
    LinkPurpose,
    OpenedLink,
    ResetToken,
    build_link,
    open_link,
)
from community.models import User, UserSession

REPORT_LIFETIME = timedelta(days=7)


def build_report_link(user: User, row: UserSession) -> ResetToken:
    """Return the token of the link with which the user reports a session of another person."""
    return build_link(LinkPurpose.SESSION_REPORT, user, lifetime=REPORT_LIFETIME, object_id=row.id)


async def send_new_device_mail(session: AsyncSession, user: User, row: UserSession) -> None:
    """Tell the user that their account was used on another device."""
    link = build_report_link(user, row)
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
    return await find_own_session(session, link)


async def find_own_session(session: AsyncSession, link: OpenedLink) -> UserSession | None:
    """Return the session that a link is about. SQLite may have given its id to another one."""
    row = await session.get(UserSession, link.object_id)
    return row if row is not None and row.user_id == link.user.id else None
