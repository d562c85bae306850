"""The content of the page that the links in the mails about a change open."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.errors import Invalid
from community.domain.accounts.email_changes.links import open_change
from community.domain.accounts.link_page_model import LinkPage, build_note_page
from community.domain.accounts.mail_links import LinkPurpose
from community.i18n import gettext as _


async def get_email_change_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if outcome := params.get("done"):
        return _build_outcome(outcome)
    try:
        return await _get_form(session, params.get("token", ""))
    except Invalid:
        page = build_note_page(
            _("This link doesn't work"),
            _("It has expired or was already used."),
            link_label=_("Open the settings"),
            link_href=urls.SETTINGS,
        )
        return page.model_copy(update={"is_link_invalid": True})


async def _get_form(session: AsyncSession, token: str) -> LinkPage:
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


def _build_outcome(outcome: str) -> LinkPage:
    if outcome == "stopped":
        return build_note_page(
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
    return build_note_page(
        _("Email changed") if is_changed else _("One more step"),
        texts.get(outcome, texts["changed"]),
        link_label=_("Open the settings") if is_changed else "",
        link_href=urls.SETTINGS if is_changed else "",
    )
