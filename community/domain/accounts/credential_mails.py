"""The mails about changed credentials, and their link "This wasn't me"."""

from collections.abc import Mapping
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.domain.accounts import mails
from community.domain.accounts.session_reports import build_report_url
from community.i18n import gettext as _
from community.i18n import ngettext, noop
from community.models import User, UserSession

Change = Literal[
    "two_step_on",
    "two_step_off",
    "recovery_codes_replaced",
    "passkey_added",
    "passkey_removed",
]
# The subject and the text of the mail about each change.
_TEXTS: Final[Mapping[Change, tuple[str, str]]] = {
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


async def send_change(session: AsyncSession, actor: Actor, user: User, change: Change) -> None:
    """Tell the user about a change that was made in the sign-in session of the actor."""
    subject, text = _TEXTS[change]
    await _send(session, actor, user, _(subject), _(text))


async def send_recovery_code_used(
    session: AsyncSession, actor: Actor, user: User, *, left: int
) -> None:
    """Tell the user that a recovery code was used to sign in.

    Args:
        left: The number of codes that are not used.
    """
    text = ngettext(
        "Someone signed in to your account with a recovery code. You have {n} code left.",
        "Someone signed in to your account with a recovery code. You have {n} codes left.",
        left,
    )
    await _send(session, actor, user, _("A recovery code was used"), text)


async def send_identity_change(
    session: AsyncSession, actor: Actor, user: User, *, service: str, is_added: bool
) -> None:
    """Tell the user that a service to sign in with was connected or disconnected."""
    if is_added:
        subject = _("A sign-in method was added")
        text = _("You can now sign in to your account with {service}.", service=service)
    else:
        subject = _("A sign-in method was removed")
        text = _("You can no longer sign in to your account with {service}.", service=service)
    await _send(session, actor, user, subject, text)


async def send_removal_by_administrator(session: AsyncSession, user: User) -> None:
    message = mails.build_second_factor_removed(user.name, clock.now())
    await mails.send(session, "credentials_changed", user, message)


async def _send(session: AsyncSession, actor: Actor, user: User, subject: str, text: str) -> None:
    row = await session.get_one(UserSession, actor.session_id)
    message = mails.build_credential_change(
        user.name,
        subject=subject,
        text=text,
        user_agent=row.user_agent,
        address=actor.ip_address,
        at=clock.now(),
        report_url=build_report_url(user, row),
    )
    await mails.send(session, "credentials_changed", user, message)
