"""Links with which users confirm that their email is theirs."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import TooManyRequests
from community.domain.accounts import mails, policies
from community.domain.accounts.events import EmailChanged
from community.domain.accounts.mail_links import LinkPurpose, build_link, open_link, use_link
from community.i18n import gettext as _
from community.models import User

VERIFICATION_LIFETIME = timedelta(days=3)


async def send_verification_mail(session: AsyncSession, user: User) -> None:
    link = build_link(LinkPurpose.VERIFICATION, user, lifetime=VERIFICATION_LIFETIME)
    url = urls.absolute(urls.with_token(urls.VERIFICATION_PAGE, link.token))
    await mails.send(session, "verification", user, mails.build_verification(user.name, url))


async def request_verification(session: AsyncSession, actor: Actor) -> bool:
    """Send the actor another link. Return False if their email is already confirmed.

    Raises:
        PermissionDenied: The actor uses an access token.
        TooManyRequests: The actor got several links within an hour.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    if user.email_verified_at is not None:
        return False
    if not await mails.may_send(session, "verification", user.email):
        message = _("We've sent you several links. Look in the spam folder, or try in an hour.")
        raise TooManyRequests(message, details={"group": "mail", "retry_after": 3_600})
    await send_verification_mail(session, user)
    return True


async def get_unverified_email(session: AsyncSession, token: str) -> str:
    """Return the email that a link confirms.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    return (await open_link(session, LinkPurpose.VERIFICATION, token)).user.email


async def verify_email(session: AsyncSession, *, token: str) -> User:
    """Mark the email of the user as confirmed.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    link = await open_link(session, LinkPurpose.VERIFICATION, token, for_update=True)
    await use_link(session, link)
    if link.user.email_verified_at is None:
        link.user.email_verified_at = clock.now()
        events.record(session, EmailChanged(link.user.id))
    return link.user
