"""Links with which users confirm that their email is theirs."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import identity
from community.domain.accounts import mails
from community.domain.identity import EmailChanged, LinkPurpose, mail_links
from community.domain.mail import RecipientRejected
from community.i18n import gettext as _
from community.models import User
from community.models.people import lower_email

VERIFICATION_LIFETIME = timedelta(days=3)


async def send_verification_mail(session: AsyncSession, user: User) -> None:
    link = mail_links.build_link(LinkPurpose.VERIFICATION, user, lifetime=VERIFICATION_LIFETIME)
    url = urls.mail_link(urls.VERIFICATION_PAGE, link.token)
    await identity.mails.send(
        session, "verification", user, mails.build_verification(user.name, url)
    )


async def request_verification(session: AsyncSession, actor: Actor) -> bool:
    """Send the actor another link. Return False if their email needs no confirmation.

    Raise `TooManyRequests` if the actor got several links within an hour.
    """
    identity.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    if user.email_verified_at is not None and user.email_undeliverable_at is None:
        return False
    message = _("We've sent you several links. Look in the spam folder, or try in an hour.")
    await identity.mails.ensure_may_send(session, "verification", user.email, message)
    await send_verification_mail(session, user)
    return True


async def get_unverified_email(session: AsyncSession, token: str) -> str:
    return (await mail_links.open_link(session, LinkPurpose.VERIFICATION, token)).user.email


async def verify_email(session: AsyncSession, *, token: str) -> User:
    link = await mail_links.open_link(session, LinkPurpose.VERIFICATION, token, for_update=True)
    await mail_links.use_link(session, link)
    user = link.user
    if user.email_verified_at is None or user.email_undeliverable_at is not None:
        user.email_verified_at = user.email_verified_at or clock.now()
        user.email_undeliverable_at = None
        events.record(session, EmailChanged(user.id))
    return user


async def mark_email_undeliverable(session: AsyncSession, event: RecipientRejected) -> None:
    """Store that the mailbox of a user does not exist. The user can confirm the email again."""
    user = await session.scalar(
        select(User)
        .where(
            lower_email == event.address.lower(),
            col(User.email_undeliverable_at).is_(None),
        )
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    if user is not None:
        user.email_undeliverable_at = clock.now()
        events.record(session, EmailChanged(user.id))
