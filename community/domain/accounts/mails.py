"""The mails about accounts."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.errors import TooManyRequests
from community.core.http import user_agents
from community.domain import mail
from community.domain.mail import Button, Facts, Link, Message, Note
from community.i18n import formats
from community.i18n import gettext as _
from community.models import User

# Of the mails of one kind that guests can cause to one address. With more, they could flood the
# mailbox of another person.
MAX_PER_HOUR = 3
_LIMIT_PERIOD = timedelta(hours=1)


async def may_send(session: AsyncSession, kind: str, recipient: str) -> bool:
    """Return whether the address got fewer than `MAX_PER_HOUR` mails of this kind in an hour."""
    since = clock.now() - _LIMIT_PERIOD
    return await mail.count_recent(session, kind, recipient, since=since) < MAX_PER_HOUR


async def ensure_may_send(session: AsyncSession, kind: str, recipient: str, message: str) -> None:
    """Raise `TooManyRequests` with the message unless `may_send` returns True."""
    if not await may_send(session, kind, recipient):
        retry_after = int(_LIMIT_PERIOD.total_seconds())
        raise TooManyRequests(message, details={"group": "mail", "retry_after": retry_after})


async def send(session: AsyncSession, kind: str, user: User, message: Message) -> None:
    await send_to(session, kind, user.email, message)


async def send_to(session: AsyncSession, kind: str, recipient: str, message: Message) -> None:
    """Send a mail. Administrators cannot read it, because it can contain a link."""
    await mail.enqueue(session, kind=kind, recipient=recipient, message=message, is_private=True)


def build_password_reset(name: str, url: str) -> Message:
    return Message(
        subject=_("Choose a new password"),
        preheader=_("The link works once, for 24 hours."),
        parts=[
            _("Hi {name},", name=name),
            _("You asked for a link to choose a new password."),
            Button(_("Choose a new password"), url),
            Note(_("The link works once, for 24 hours.")),
            Note(_("If it wasn't you, ignore this email. Your password stays the same.")),
        ],
        reason=get_account_reason(),
    )


def build_password_changed(name: str, at: datetime) -> Message:
    return Message(
        subject=_("Your password was changed"),
        preheader=_("You're signed out on all other devices."),
        parts=[
            _("Hi {name},", name=name),
            _("Your password was changed. You're signed out on all other devices."),
            Facts([(_("Time"), formats.format_full_time(at))]),
            build_new_password_link(_("If it wasn't you, choose a new password now:")),
        ],
        reason=get_account_reason(),
    )


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
            build_new_password_link(_("Forgot your password?")),
            Note(_("If it wasn't you, there is nothing to do. Your account is safe.")),
        ],
        reason=_("You get this email because someone entered your email to create an account."),
    )


def build_new_device(
    name: str, *, user_agent: str, address: str, at: datetime, report_url: str
) -> Message:
    device = user_agents.describe(user_agent)
    return Message(
        subject=_("New sign-in to your account"),
        preheader=_("{device}, {time}", device=device, time=formats.format_full_time(at)),
        parts=[
            _("Hi {name},", name=name),
            _("Someone signed in to your account on a device that you haven't used before."),
            _build_sign_in_facts(user_agent, address, at),
            _("If it was you, there is nothing to do."),
            Button(_("This wasn't me"), report_url),
            Note(_("The button signs out all devices and lets you choose a new password.")),
        ],
        reason=get_account_reason(),
    )


def build_credential_change(
    name: str,
    *,
    subject: str,
    text: str,
    user_agent: str,
    address: str,
    at: datetime,
    report_url: str,
) -> Message:
    """Return the mail about a change of credentials, such as a second factor."""
    return Message(
        subject=subject,
        preheader=text,
        parts=[
            _("Hi {name},", name=name),
            text,
            _build_sign_in_facts(user_agent, address, at),
            _("If it was you, there is nothing to do."),
            Button(_("This wasn't me"), report_url),
            Note(_("The button signs out all devices and lets you choose a new password.")),
        ],
        reason=get_account_reason(),
    )


def build_confirmation_code(name: str, code: str) -> Message:
    """Return the mail with a code with which the user confirms their identity."""
    return Message(
        subject=_("{code} is your code", code=code),
        preheader=_("Enter it within 10 minutes to confirm that it's you."),
        parts=[
            _("Hi {name},", name=name),
            _("Enter this code on the site to confirm that it's you:"),
            Facts([(_("Code"), code)]),
            Note(_("The code works once, for 10 minutes. Don't share it with anyone.")),
            build_new_password_link(
                _("If you didn't ask for it, someone else may be signed in to your account:")
            ),
        ],
        reason=get_account_reason(),
    )


def build_second_factor_removed(name: str, at: datetime) -> Message:
    return Message(
        subject=_("Two-step sign-in is off"),
        preheader=_("An administrator switched it off for your account."),
        parts=[
            _("Hi {name},", name=name),
            _(
                "An administrator removed the second step from your sign-in, for example because "
                "you lost your phone. You can set it up again in the settings."
            ),
            Facts([(_("Time"), formats.format_full_time(at))]),
            Button(_("Open the settings"), urls.absolute(urls.SETTINGS)),
        ],
        reason=get_account_reason(),
    )


def _build_sign_in_facts(user_agent: str, address: str, at: datetime) -> Facts:
    return Facts(
        [
            (_("Device"), user_agents.describe(user_agent)),
            (_("Time"), formats.format_full_time(at)),
            (_("IP address"), address or "–"),
        ]
    )


def build_new_password_link(text: str) -> Link:
    """Return a text with a link to the page on which users ask for a new password."""
    return Link(text, _("Choose a new password"), urls.absolute(urls.RESET_PASSWORD_PAGE))


def get_account_reason() -> str:
    return _("You get this email because it is about the security of your account.")
