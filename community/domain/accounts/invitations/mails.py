"""The email with an invitation."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import mail
from community.i18n import gettext as _
from community.i18n.formats import format_full_date
from community.models import Invitation


async def send_invitation(
    session: AsyncSession, actor: Actor, invitation: Invitation, url: str
) -> None:
    """Add a mail with the link to the queue. The text is erased after sending."""
    brand = await mail.get_brand(session)
    message = _build_message(actor.name or brand.site_name, brand.site_name, invitation, url)
    await mail.enqueue(
        session,
        kind="invitation",
        recipient=invitation.email,
        message=message,
        is_private=True,
    )


def _build_message(inviter: str, site_name: str, invitation: Invitation, url: str) -> mail.Message:
    notes = [_("The link works once, for this email only.")]
    if invitation.expires_at is not None:
        notes.append(_("It expires on {date}.", date=format_full_date(invitation.expires_at)))
    return mail.Message(
        subject=_("You're invited to {site}", site=site_name),
        preheader=notes[0],
        parts=[
            _("{name} invites you to create an account on {site}.", name=inviter, site=site_name),
            mail.Button(_("Create an account"), url),
            *map(mail.Note, notes),
        ],
        reason=_("You get this email because {name} entered your address.", name=inviter),
    )
