"""The mails about signing in, and how many of them one address gets."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.errors import TooManyRequests
from community.core.http import user_agents
from community.domain import mail
from community.domain.identity.mail_links import LinkPurpose, build_link
from community.domain.mail import Button, Facts, Link, Message, Note
from community.i18n import formats, gettext as _, ngettext, noop
from community.models import User, UserSession

# Of the mails of one kind that guests can cause to one address. With more, they could flood the
# mailbox of another person.
MAX_PER_HOUR = 3
_LIMIT_PERIOD = timedelta(hours=1)

REPORT_LIFETIME = timedelta(days=7)

Change = Literal[
    "two_step_on",
    "two_step_off",
    "recovery_codes_replaced",
    "passkey_added",
    "passkey_removed",
]
# The subject and the text of the mail about each change.
_CHANGE_TEXTS: Final[Mapping[Change, tuple[str, str]]] = {
    "two_step_on": (
        noop("Two-step sign-in is on"),
        noop("From now on, signing in to your account also needs a code from your app."),
    ),
    "two_step_off": (
        noop("Two-step sign-in is off"),
        noop("Signing in to your account no longer needs a code from your app."),
    ),
    "recovery_codes_replaced": (
        noop("You have new recovery codes"),
        noop("Recovery codes for your account were created. The earlier ones no longer work."),
    ),
    "passkey_added": (
        noop("A passkey was added"),
        noop("Someone can now sign in to your account with another passkey."),
    ),
    "passkey_removed": (
        noop("A passkey was removed"),
        noop("It can no longer be used to sign in to your account."),
    ),
}


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


def build_report_url(user: User, row: UserSession) -> str:
    link = build_link(LinkPurpose.SESSION_REPORT, user, lifetime=REPORT_LIFETIME, object_id=row.id)
    return urls.mail_link(urls.SESSION_REPORT_PAGE, link.token)


async def send_new_device_mail(session: AsyncSession, user: User, row: UserSession) -> None:
    """Tell the user that their account was used on another device."""
    message = build_new_device(
        user.name,
        user_agent=row.user_agent,
        address=row.address,
        at=row.created_at,
        report_url=build_report_url(user, row),
    )
    await send(session, "new_device", user, message)


async def send_change(session: AsyncSession, actor: Actor, user: User, change: Change) -> None:
    """Send the mail about a change of how a user signs in. It names the session of the actor."""
    subject, text = _CHANGE_TEXTS[change]
    await _send_change(session, actor, user, _(subject), _(text))


async def send_recovery_code_used(
    session: AsyncSession, actor: Actor, user: User, *, left: int
) -> None:
    text = ngettext(
        "Someone signed in to your account with a recovery code. You have {n} code left.",
        "Someone signed in to your account with a recovery code. You have {n} codes left.",
        left,
    )
    await _send_change(session, actor, user, _("A recovery code was used"), text)


async def send_identity_change(
    session: AsyncSession, actor: Actor, user: User, *, service: str, is_added: bool
) -> None:
    if is_added:
        subject = _("A sign-in method was added")
        text = _("You can now sign in to your account with {service}.", service=service)
    else:
        subject = _("A sign-in method was removed")
        text = _("You can no longer sign in to your account with {service}.", service=service)
    await _send_change(session, actor, user, subject, text)


async def send_removal_by_administrator(session: AsyncSession, user: User) -> None:
    message = build_second_factor_removed(user.name, clock.now())
    await send(session, "credentials_changed", user, message)


async def _send_change(
    session: AsyncSession, actor: Actor, user: User, subject: str, text: str
) -> None:
    row = await session.get_one(UserSession, actor.session_id)
    message = build_credential_change(
        user.name,
        subject=subject,
        text=text,
        user_agent=row.user_agent,
        address=actor.ip_address,
        at=clock.now(),
        report_url=build_report_url(user, row),
    )
    await send(session, "credentials_changed", user, message)
