"""The mails about accounts: invitations, registration, email changes and deletion."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.domain import identity, mail
from community.domain.mail import Button, Facts, Link, Message, Note
from community.i18n import formats, gettext as _
from community.models import Invitation


def build_verification(name: str, url: str) -> Message:
    return Message(
        subject=_("Confirm your email"),
        preheader=_("Open the link to confirm that this email is yours."),
        parts=[
            _("Hi {name},", name=name),
            _("Open the link to confirm that this email is yours."),
            Button(_("Confirm email"), url),
            Note(_("The link works once, for three days.")),
        ],
        reason=_("You get this email because an account has your email."),
    )


def build_registration(name: str, url: str) -> Message:
    return Message(
        subject=_("Finish creating your account"),
        preheader=_("Open the link to confirm that this email is yours."),
        parts=[
            _("Hi {name},", name=name),
            _("Open the link to confirm your email. Then your account is ready."),
            Button(_("Create account"), url),
            Note(_("The link works once, for 24 hours.")),
            Note(_("If you didn't ask for an account, ignore this email.")),
        ],
        reason=_("You get this email because someone entered your email to create an account."),
    )


def build_registration_attempt(name: str) -> Message:
    return Message(
        subject=_("You already have an account"),
        preheader=_("Someone tried to create an account with your email."),
        parts=[
            _("Hi {name},", name=name),
            _(
                "Someone tried to create an account with your email, but you already have one. "
                "If it was you, sign in instead."
            ),
            Button(_("Sign in"), urls.absolute(urls.SIGN_IN)),
            identity.mails.build_new_password_link(_("Forgot your password?")),
            Note(_("If it wasn't you, there is nothing to do. Your account is safe.")),
        ],
        reason=_("You get this email because someone entered your email to create an account."),
    )


def build_confirmation_by_old(name: str, email: str, *, url: str, stop_url: str) -> Message:
    return Message(
        subject=_("Confirm the change of your email"),
        preheader=_("The email of your account is about to change."),
        parts=[
            _("Hi {name},", name=name),
            _("Someone asked to change the email of your account. If it was you, confirm it."),
            Facts([(_("New email"), email)]),
            Button(_("Change email"), url),
            Note(_("The link works once, for 24 hours.")),
            Link(_("If it wasn't you, stop the change:"), _("This wasn't me"), stop_url),
        ],
        reason=identity.mails.get_account_reason(),
    )


def build_confirmation_by_new(name: str, *, url: str) -> Message:
    return Message(
        subject=_("Confirm your new email"),
        preheader=_("Open the link to confirm that this email is yours."),
        parts=[
            _("Hi {name},", name=name),
            _("Open the link to use this email for your account."),
            Button(_("Confirm email"), url),
            Note(_("The link works once, for 24 hours.")),
            Note(_("If you don't know this account, ignore this email.")),
        ],
        reason=_("You get this email because someone entered your email for their account."),
    )


def build_email_taken() -> Message:
    return Message(
        subject=_("Your email already has an account"),
        preheader=_("Someone tried to use your email for another account."),
        parts=[
            _(
                "Someone tried to use your email for another account, but yours already has it. "
                "If it was you, sign in to your account, or change its email first."
            ),
            Button(_("Sign in"), urls.absolute(urls.SIGN_IN)),
            Note(_("If it wasn't you, there is nothing to do. Your account is safe.")),
        ],
        reason=_("You get this email because someone entered your email for their account."),
    )


def build_email_changed(name: str, email: str) -> Message:
    return Message(
        subject=_("Your email was changed"),
        preheader=_("Your account has a new email."),
        parts=[
            _("Hi {name},", name=name),
            _("The email of your account was changed. Use the new one to sign in."),
            Facts(
                [(_("New email"), email), (_("Time"), formats.format_full_time(clock.now()))],
            ),
            Note(_("If it wasn't you, contact the administrators of the site.")),
        ],
        reason=identity.mails.get_account_reason(),
    )


def build_account_deleted(
    name: str, purge_at: datetime, url: str, *, is_by_owner: bool = True
) -> Message:
    date = formats.format_full_date(purge_at)
    return Message(
        subject=_("Your account was deleted"),
        preheader=_("You can restore it until {date}.", date=date),
        parts=[
            _("Hi {name},", name=name),
            _("You deleted your account. You're signed out on all devices.")
            if is_by_owner
            else _("An administrator deleted your account. You're signed out on all devices."),
            _(
                "If you change your mind, you can restore it until {date}. After that, your data "
                "is erased for good.",
                date=date,
            ),
            Button(_("Restore account"), url),
            Note(_("The link works once. You can also sign in as before to restore the account.")),
            *(
                [Note(_("If it wasn't you, restore the account and choose a new password."))]
                if is_by_owner
                else []
            ),
        ],
        reason=identity.mails.get_account_reason(),
    )


def build_account_restored(name: str) -> Message:
    return Message(
        subject=_("Your account is back"),
        preheader=_("Everything is as it was before you deleted it."),
        parts=[
            _("Hi {name},", name=name),
            _("Your account was restored. Everything is as it was before you deleted it."),
            Button(_("Sign in"), urls.absolute(urls.SIGN_IN)),
            identity.mails.build_new_password_link(
                _("If it wasn't you, choose a new password now:")
            ),
        ],
        reason=identity.mails.get_account_reason(),
    )


async def send_invitation(
    session: AsyncSession, actor: Actor, invitation: Invitation, url: str
) -> None:
    """Add a mail with the link to the queue. The text is erased after sending."""
    brand = await mail.get_brand(session)
    message = build_invitation(actor.name or brand.site_name, brand.site_name, invitation, url)
    await mail.enqueue(
        session,
        kind="invitation",
        recipient=invitation.email,
        message=message,
        is_private=True,
    )


def build_invitation(inviter: str, site_name: str, invitation: Invitation, url: str) -> Message:
    notes = [_("The link works once, for this email only.")]
    if invitation.expires_at is not None:
        notes.append(
            _("It expires on {date}.", date=formats.format_full_date(invitation.expires_at))
        )
    return Message(
        subject=_("You're invited to {site}", site=site_name),
        preheader=notes[0],
        parts=[
            _("{name} invites you to create an account on {site}.", name=inviter, site=site_name),
            Button(_("Create an account"), url),
            *map(Note, notes),
        ],
        reason=_("You get this email because {name} entered your address.", name=inviter),
    )
