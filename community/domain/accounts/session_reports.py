"""The mail about a sign-in on a new device, and its link "This wasn't me"."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain.accounts import mails
from community.domain.accounts.mail_links import (
    LinkPurpose,
    OpenedLink,
    build_link,
    open_link,
)
from community.models import User, UserSession

REPORT_LIFETIME = timedelta(days=7)


def build_report_url(user: User, row: UserSession) -> str:
    """Return the absolute URL with which the user reports a session of another person."""
    link = build_link(LinkPurpose.SESSION_REPORT, user, lifetime=REPORT_LIFETIME, object_id=row.id)
    return urls.mail_link(urls.SESSION_REPORT_PAGE, link.token)


async def send_new_device_mail(session: AsyncSession, user: User, row: UserSession) -> None:
    """Tell the user that their account was used on another device."""
    message = mails.build_new_device(
        user.name,
        user_agent=row.user_agent,
        address=row.address,
        at=row.created_at,
        report_url=build_report_url(user, row),
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
