"""The content of the pages that links in mails open, and of the second step of a sign-in.

A page asks for a click before it uses a link, because mail scanners open links too.
"""

from collections.abc import Mapping
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.http import user_agents
from community.domain.accounts import verification_page
from community.domain.accounts.deletions.pages import get_restore_page
from community.domain.accounts.email_changes.pages import get_email_change_page
from community.domain.accounts.link_page_model import LinkPage, build_note_page
from community.domain.accounts.password_resets import get_user_for_reset
from community.domain.accounts.session_reports import find_reported_session
from community.i18n import formats
from community.i18n import gettext as _

LinkPageName = Literal["reset", "report", "verify", "code", "change", "restore"]
# The query parameters that select the content of a page.
LINK_PAGE_PARAMS = frozenset({"token", "sent", "done", "recovery", "next"})


async def get_link_page(
    session: AsyncSession, actor: Actor, name: LinkPageName, params: Mapping[str, str]
) -> LinkPage:
    """Return the content of a page.

    Args:
        params: The query parameters of the URL.
    """
    match name:
        case "verify":
            return await verification_page.get_verification_page(session, actor, params)
        case "change":
            return await get_email_change_page(session, params)
        case "restore":
            return await get_restore_page(session, params)
        case "code":
            return _build_code_page(params)
        case "reset" | "report":
            return await _get_password_page(session, name, params)


async def _get_password_page(
    session: AsyncSession, name: Literal["reset", "report"], params: Mapping[str, str]
) -> LinkPage:
    """Return a page that leads to a new password. So does its form if the link is not valid."""
    try:
        if name == "reset":
            return await _get_reset_page(session, params)
        return await _get_report_page(session, params.get("token", ""))
    except Invalid:
        page = _build_reset_form(_("This link doesn't work"), _get_invalid_link_text())
        return page.model_copy(update={"is_link_invalid": True})


async def _get_reset_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if token := params.get("token"):
        await get_user_for_reset(session, token)
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
        return build_note_page(
            _("Check your email"),
            _(
                "If there is an account with this email, you'll get a link within a few minutes. "
                "If not, look in the spam folder."
            ),
        )
    if "done" in params:
        return build_note_page(
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
    row = await find_reported_session(session, token)
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
