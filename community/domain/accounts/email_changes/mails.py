"""The mails to both addresses about a change of the email of an account."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.domain.accounts import mails
from community.domain.accounts.emails import is_email_taken
from community.domain.accounts.mail_links import LinkPurpose, build_link
from community.domain.accounts.mails import get_account_reason
from community.domain.mail import Button, Facts, Link, Message, Note
from community.i18n import formats
from community.i18n import gettext as _
from community.models import EmailChange, User

KIND = "email_change"
SEND_JOB = "send_email_change"


async def send_mails(session: AsyncSession, change_id: int) -> None:
    """Send links to the addresses that have not confirmed the change.

    The job does nothing if the change was replaced or cancelled. If another account has the new
    email, its owner learns that someone entered it, and gets no link.
    """
    row = await session.get(EmailChange, change_id)
    if row is None or row.expires_at <= clock.now():
        return
    user = await session.get_one(User, row.user_id)
    if row.is_old_required and row.old_confirmed_at is None:
        await mails.send_to(session, KIND, user.email, _build_mail_to_old(user, row))
    if row.new_confirmed_at is None:
        is_taken = await is_email_taken(session, row.email, except_user_id=user.id)
        message = build_taken() if is_taken else _build_mail_to_new(user, row)
        await mails.send_to(session, KIND, row.email, message)


async def send_changed(session: AsyncSession, user: User, *, old_email: str) -> None:
    """Tell both addresses that the email of the account was changed."""
    for recipient in (old_email, user.email):
        message = build_changed(user.name, user.email)
        await mails.send_to(session, "email_changed", recipient, message)


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
        reason=get_account_reason(),
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


def build_taken() -> Message:
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


def build_changed(name: str, email: str) -> Message:
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
        reason=get_account_reason(),
    )


def _build_mail_to_old(user: User, row: EmailChange) -> Message:
    return build_confirmation_by_old(
        user.name,
        row.email,
        url=_build_url(LinkPurpose.EMAIL_CHANGE_OLD, user, row),
        stop_url=_build_url(LinkPurpose.EMAIL_CHANGE_STOP, user, row),
    )


def _build_mail_to_new(user: User, row: EmailChange) -> Message:
    return build_confirmation_by_new(
        user.name, url=_build_url(LinkPurpose.EMAIL_CHANGE_NEW, user, row)
    )


def _build_url(purpose: LinkPurpose, user: User, row: EmailChange) -> str:
    lifetime = row.expires_at - clock.now()
    link = build_link(purpose, user, lifetime=lifetime, object_id=row.id)
    return urls.mail_link(urls.EMAIL_CHANGE_PAGE, link.token)
