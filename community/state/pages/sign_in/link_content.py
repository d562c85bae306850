"""The content of the pages that links in mails open, and of the second step of a sign-in.

A page asks for a click before it uses a link, because mail scanners open links too.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, errors
from community.core.actor import Actor
from community.core.http import user_agents
from community.core.read_models import ReadModel
from community.domain import identity, notifications
from community.domain.accounts.deletions import open_restore_link
from community.domain.accounts.email_changes import open_change
from community.domain.accounts.registration import (
    find_pending_registration,
    find_registration_problem,
)
from community.domain.accounts.verification import get_unverified_email
from community.domain.identity import LinkPurpose
from community.i18n import formats, gettext as _, ngettext

LinkPageName = Literal["reset", "report", "verify", "code", "change", "restore", "unsubscribe"]
LINK_PAGES: Final[Mapping[str, LinkPageName]] = {
    urls.LOGIN_CODE: "code",
    urls.RESET_PASSWORD_PAGE: "reset",
    urls.SESSION_REPORT_PAGE: "report",
    urls.VERIFICATION_PAGE: "verify",
    urls.EMAIL_CHANGE_PAGE: "change",
    urls.RESTORE_ACCOUNT: "restore",
    urls.UNSUBSCRIBE: "unsubscribe",
}
# The query parameters that select the content of a page.
LINK_PAGE_PARAMS = frozenset({"token", "sent", "done", "recovery", "next"})


class LinkPage(ReadModel):
    """A text, and a form or a link below it. A page with a form can have a link below the form.

    `form` is the field of the form, or `confirm` for a form with only a button, or empty. The
    browser opens `next_path` after it has sent the form. `is_note` tells that the page is a
    message, for example after a form was sent. `is_link_invalid` tells that the link in the mail
    is forged, expired or used.
    """

    title: str
    text: str
    form: Literal["", "email", "password", "confirm", "code", "recovery_code"] = ""
    action: str = ""
    submit: str = ""
    token: str = ""
    next_path: str = ""
    is_note: bool = False
    is_link_invalid: bool = False
    link_label: str = ""
    link_href: str = ""


def _build_note_page(
    title: str, text: str, *, link_label: str = "", link_href: str = ""
) -> LinkPage:
    """Return a page that tells what happened, with a link to what the user can do next."""
    return LinkPage(
        title=title, text=text, is_note=True, link_label=link_label, link_href=link_href
    )


async def get_link_page(
    session: AsyncSession, actor: Actor, path: str, params: Mapping[str, str]
) -> LinkPage:
    match LINK_PAGES[path]:
        case "verify":
            return await _get_verification_page(session, actor, params)
        case "change":
            return await _get_email_change_page(session, params)
        case "restore":
            return await _get_restore_page(session, params)
        case "code":
            return _build_code_page(params)
        case "unsubscribe":
            return _get_unsubscribe_page(params)
        case "reset" | "report" as name:
            return await _get_password_page(session, name, params)


async def _get_password_page(
    session: AsyncSession, name: Literal["reset", "report"], params: Mapping[str, str]
) -> LinkPage:
    """Return a page that leads to a new password. So does its form if the link is not valid."""
    try:
        if name == "reset":
            return await _get_reset_page(session, params)
        return await _get_report_page(session, params.get("token", ""))
    except errors.Invalid:
        page = _build_reset_form(_("This link doesn't work"), _get_invalid_link_text())
        return page.model_copy(update={"is_link_invalid": True})


async def _get_reset_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if token := params.get("token"):
        await identity.get_user_for_reset(session, token)
        return LinkPage(
            title=_("Choose a new password"),
            text=_("You'll be signed out on all devices."),
            form="password",
            action=urls.RESET_PASSWORD,
            submit=_("Save"),
            token=token,
            next_path=urls.PASSWORD_CHANGED,
        )
    if "sent" in params:
        return _build_note_page(
            _("Check your email"),
            _(
                "If there is an account with this email, you'll get a link within a few minutes. "
                "If not, look in the spam folder."
            ),
        )
    if "done" in params:
        return _build_note_page(
            _("Password changed"),
            _("Sign in with your new password."),
            link_label=_("Sign in"),
            link_href=urls.SIGN_IN,
        )
    return _build_reset_form(
        _("Forgot your password?"),
        _("Enter the email of your account. We'll send you a link to choose a new password."),
    )


async def _get_report_page(session: AsyncSession, token: str) -> LinkPage:
    row = await identity.find_reported_session(session, token)
    if row is None:
        text = _("We'll sign out all devices. Then you choose a new password.")
    else:
        text = _(
            "{device}, {time}. We'll sign out this and all other devices. Then you choose a new "
            "password.",
            device=user_agents.describe(row.user_agent),
            time=formats.format_full_time(row.created_at),
        )
    return LinkPage(
        title=_("Wasn't it you who signed in?"),
        text=text,
        form="confirm",
        action=urls.SESSION_REPORT_PAGE,
        submit=_("Sign out all devices"),
        token=token,
    )


def _build_code_page(params: Mapping[str, str]) -> LinkPage:
    """Return the second step of a sign-in. The form needs the cookie of the first step."""
    next_path = params.get("next", "")
    if "recovery" in params:
        return LinkPage(
            title=_("Enter a recovery code"),
            text=_("Use one of the codes that you saved when you set up two-step sign-in."),
            form="recovery_code",
            action=urls.LOGIN_CODE,
            submit=_("Sign in"),
            next_path=next_path or urls.HOME,
            link_label=_("Use a code from your app"),
            link_href=urls.login_code(next_path),
        )
    return LinkPage(
        title=_("Enter your code"),
        text=_("Open your app for one-time codes and enter the code for this site."),
        form="code",
        action=urls.LOGIN_CODE,
        submit=_("Sign in"),
        next_path=next_path or urls.HOME,
        link_label=_("Use a recovery code"),
        link_href=urls.login_code(next_path, is_recovery=True),
    )


def _build_reset_form(title: str, text: str) -> LinkPage:
    return LinkPage(
        title=title,
        text=text,
        form="email",
        action=urls.REQUEST_PASSWORD_RESET,
        submit=_("Send link"),
    )


def _get_invalid_link_text() -> str:
    return _(
        "It has expired or was already used. If you want to choose a new password, enter the email "
        "of your account."
    )


async def _get_verification_page(
    session: AsyncSession, actor: Actor, params: Mapping[str, str]
) -> LinkPage:
    if token := params.get("token"):
        try:
            return await _get_verification_form(session, actor, token)
        except errors.Invalid:
            title = _("This link doesn't work")
            page = _build_closing_page(actor, title, _("It has expired or was already used."))
            return page.model_copy(update={"is_link_invalid": True})
    if "done" in params:
        return _build_confirmed_page(_("Email confirmed"))
    if "sent" in params:
        text = _(
            "We've sent you a link. Open it to confirm your email. If you don't find it, look in "
            "the spam folder."
        )
        return _build_note_page(_("Check your email"), text)
    text = _("We send a link to your email. Open it to confirm that the email is yours.")
    return _build_closing_page(actor, _("Confirm your email"), text)


async def _get_verification_form(session: AsyncSession, actor: Actor, token: str) -> LinkPage:
    registration = await find_pending_registration(session, token)
    if registration is not None:
        if problem := await find_registration_problem(session, registration):
            return _build_closing_page(actor, _("Your account can't be created"), problem)
        return LinkPage(
            title=_("Finish creating your account"),
            text=_(
                "{name}, confirm that {email} is your email.",
                name=registration.name,
                email=registration.email,
            ),
            form="confirm",
            action=urls.VERIFICATION_PAGE,
            submit=_("Create account"),
            token=token,
            next_path=urls.HOME,
        )
    email = await get_unverified_email(session, token)
    return LinkPage(
        title=_("Confirm your email"),
        text=_("Confirm that {email} is your email.", email=email),
        form="confirm",
        action=urls.VERIFICATION_PAGE,
        submit=_("Confirm email"),
        token=token,
        next_path=urls.EMAIL_VERIFIED,
    )


def _build_closing_page(actor: Actor, title: str, text: str) -> LinkPage:
    """Return a page with what the viewer can do: ask for another link, or sign in."""
    if actor.is_guest or actor.is_read_only:
        return _build_note_page(title, text, link_label=_("Sign in"), link_href=urls.SIGN_IN)
    if actor.is_email_verified:
        return _build_confirmed_page(title)
    return LinkPage(
        title=title,
        text=text,
        form="confirm",
        action=urls.REQUEST_VERIFICATION,
        submit=_("Send another link"),
    )


def _build_confirmed_page(title: str) -> LinkPage:
    return _build_note_page(
        title,
        _("Your email is confirmed."),
        link_label=_("Go to the home page"),
        link_href=urls.HOME,
    )


async def _get_email_change_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if outcome := params.get("done"):
        return _build_email_change_outcome(outcome)
    try:
        return await _get_email_change_form(session, params.get("token", ""))
    except errors.Invalid:
        page = _build_note_page(
            _("This link doesn't work"),
            _("It has expired or was already used."),
            link_label=_("Open the settings"),
            link_href=urls.SETTINGS,
        )
        return page.model_copy(update={"is_link_invalid": True})


async def _get_email_change_form(session: AsyncSession, token: str) -> LinkPage:
    purpose, link, row = await open_change(session, token)
    if purpose == LinkPurpose.EMAIL_CHANGE_STOP:
        title = _("Stop the change of your email?")
        text = _("The email of your account stays {email}.", email=link.user.email)
        submit = _("Stop the change")
    elif purpose == LinkPurpose.EMAIL_CHANGE_OLD:
        title = _("Change your email?")
        text = _("The email of your account changes to {email}.", email=row.email)
        submit = _("Change email")
    else:
        title = _("Confirm your new email")
        text = _("{email} becomes the email of your account.", email=row.email)
        submit = _("Confirm email")
    return LinkPage(
        title=title,
        text=text,
        form="confirm",
        action=urls.EMAIL_CHANGE_PAGE,
        submit=submit,
        token=token,
    )


def _build_email_change_outcome(outcome: str) -> LinkPage:
    if outcome == "stopped":
        return _build_note_page(
            _("Change stopped"),
            _("Someone may know your password. Choose a new one."),
            link_label=_("Choose a new password"),
            link_href=urls.RESET_PASSWORD_PAGE,
        )
    texts = {
        "old": _("Now open the link in the email that we sent to your old address."),
        "new": _("Now open the link in the email that we sent to your new address."),
        "changed": _("Your account has a new email. You stay signed in."),
    }
    is_changed = outcome not in {"old", "new"}
    return _build_note_page(
        _("Email changed") if is_changed else _("One more step"),
        texts.get(outcome, texts["changed"]),
        link_label=_("Open the settings") if is_changed else "",
        link_href=urls.SETTINGS if is_changed else "",
    )


async def _get_restore_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if "sent" in params:
        return _build_note_page(
            _("Your account is deleted"),
            _(
                "We've sent you an email with a link to restore it. You can also restore it when "
                "you sign in."
            ),
            link_label=_("Go to the home page"),
            link_href=urls.HOME,
        )
    if "done" in params:
        return _build_note_page(
            _("Welcome back"),
            _("Your account is restored. Sign in to continue."),
            link_label=_("Sign in"),
            link_href=urls.SIGN_IN,
        )
    return await _get_restore_form(session, params.get("token", ""))


async def _get_restore_form(session: AsyncSession, token: str) -> LinkPage:
    try:
        user = (await open_restore_link(session, token)).user
    except errors.Invalid:
        return _build_invalid_restore_page(has_token=bool(token))
    assert user.purge_at is not None
    return LinkPage(
        title=_("Restore your account, {name}?", name=user.name),
        text=_format_time_left(user.purge_at),
        form="confirm",
        action=urls.RESTORE_ACCOUNT,
        submit=_("Restore account"),
        token=token,
        next_path=urls.ACCOUNT_RESTORED,
        link_label=_("Not now"),
        link_href=urls.HOME,
    )


def _format_time_left(purge_at: datetime) -> str:
    # A part of a day counts as a day.
    days = -((clock.now() - purge_at) // timedelta(days=1))
    return ngettext(
        "Your data will be erased on {date}. {n} day is left to bring everything back.",
        "Your data will be erased on {date}. {n} days are left to bring everything back.",
        days,
        date=formats.format_full_date(purge_at),
    )


def _build_invalid_restore_page(*, has_token: bool) -> LinkPage:
    page = _build_note_page(
        _("This link doesn't work") if has_token else _("Restore your account"),
        _("Sign in to your deleted account to restore it. This works for 30 days."),
        link_label=_("Sign in"),
        link_href=urls.SIGN_IN,
    )
    return page.model_copy(update={"is_link_invalid": has_token})


def _get_unsubscribe_page(params: Mapping[str, str]) -> LinkPage:
    if "done" in params:
        return _build_unsubscribed_page(is_all=params["done"] == "all")
    link = notifications.read_unsubscribe_token(params.get("token"))
    if link is None:
        page = _build_note_page(
            _("This link doesn't work"),
            _("You can turn off emails in your settings."),
            link_label=_("Notification settings"),
            link_href=urls.NOTIFICATION_SETTINGS,
        )
        return page.model_copy(update={"is_link_invalid": True})
    return _build_kind_form(link) if link.scope else _build_unsubscribe_form(link)


def _build_unsubscribe_form(link: notifications.Unsubscription) -> LinkPage:
    page = LinkPage(
        title=_("Unsubscribe from notification emails?"),
        text=_("You'll still see all notifications on the site."),
        form="confirm",
        action=urls.UNSUBSCRIBE,
        submit=_("Unsubscribe"),
        token=notifications.build_unsubscribe_token(link.user_id, kind=link.kind),
        next_path=urls.UNSUBSCRIBED,
    )
    if not link.kind:
        return page
    token = notifications.build_unsubscribe_token(link.user_id, scope=link.kind)
    label = _(
        "Only turn off notifications of the type “{kind}”",
        kind=notifications.get_notification_label(link.kind),
    )
    href = urls.with_token(urls.UNSUBSCRIBE, token)
    return page.model_copy(update={"link_label": label, "link_href": href})


def _build_kind_form(link: notifications.Unsubscription) -> LinkPage:
    return LinkPage(
        title=_(
            "Turn off notifications of the type “{kind}”?",
            kind=notifications.get_notification_label(link.scope),
        ),
        text=_("You'll no longer get them by email, and no longer see them on the site."),
        form="confirm",
        action=urls.UNSUBSCRIBE,
        submit=_("Turn off"),
        token=notifications.build_unsubscribe_token(link.user_id, scope=link.scope),
        next_path=urls.KIND_TURNED_OFF,
    )


def _build_unsubscribed_page(*, is_all: bool) -> LinkPage:
    return _build_note_page(
        _("You're unsubscribed") if is_all else _("Notifications turned off"),
        (
            _("You won't get notifications by email anymore.")
            if is_all
            else _("You won't get notifications of this type anymore.")
        ),
        link_label=_("Notification settings"),
        link_href=urls.NOTIFICATION_SETTINGS,
    )
