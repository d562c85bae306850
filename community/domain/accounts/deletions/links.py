"""The links with which users restore a deleted account."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.domain.accounts.deletions import policies
from community.domain.accounts.mail_links import (
    LinkPurpose,
    OpenedLink,
    build_link,
    open_link,
    use_link,
)
from community.models import User


@dataclass(frozen=True, slots=True)
class RestoreOffer:
    """The result of a sign-in to a deleted account: a token with which the user restores it."""

    token: str


def offer_restore(user: User) -> RestoreOffer:
    """Return the offer for a user who has just proved their identity."""
    link = build_link(LinkPurpose.RESTORE_ACCOUNT, user, lifetime=policies.OFFER_LIFETIME)
    return RestoreOffer(link.token)


def build_restore_url(user: User) -> str:
    """Return the absolute URL of the link in the mail, which works until the data is erased."""
    assert user.purge_at is not None
    lifetime = user.purge_at - clock.now()
    link = build_link(LinkPurpose.RESTORE_ACCOUNT, user, lifetime=lifetime)
    return urls.mail_link(urls.RESTORE_ACCOUNT, link.token)


async def open_restore_link(session: AsyncSession, token: str) -> OpenedLink:
    """Return the link with this token.

    Raises:
        Invalid: The token is not valid, has expired or was used, or the account was restored.
    """
    return await open_link(session, LinkPurpose.RESTORE_ACCOUNT, token)


async def use_restore_link(session: AsyncSession, token: str) -> User:
    """Return the user who restores the account, and lock the row. The link works once.

    The errors are those of `open_restore_link`.
    """
    link = await open_link(session, LinkPurpose.RESTORE_ACCOUNT, token, for_update=True)
    await use_link(session, link)
    return link.user
