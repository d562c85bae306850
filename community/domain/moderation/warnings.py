"""Warnings of administrators, which users get by mail. They are listed in the audit log only."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import mail
from community.domain.mail import Message, Quote
from community.domain.moderation import policies
from community.domain.moderation.locking import lock_managed_user
from community.domain.moderation.records import record
from community.i18n import gettext as _


async def warn(session: AsyncSession, actor: Actor, *, user_id: int, reason: str) -> None:
    """Send a user a mail that says which rule they broke.

    Raises:
        NotFound: The user does not exist.
        PermissionDenied: The actor may not manage the user.
        Invalid: The reason is missing or too long.
    """
    reason = policies.clean_reason(reason)
    user = await lock_managed_user(session, actor, user_id)
    message = Message(
        subject=_("A warning from the administrators"),
        preheader=reason[:100],
        parts=[
            _("Hi {name},", name=user.name),
            _("The administrators ask you to follow the rules of the site:"),
            Quote(reason),
            _("If it happens again, your account can be banned."),
        ],
        reason=_("You get this email because you have an account."),
    )
    await mail.enqueue(session, kind="warning", recipient=user.email, message=message)
    await record(session, actor, user, "warned", reason=reason)
