"""The content of the page on which users restore a deleted account."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.errors import Invalid
from community.domain.accounts.deletions.links import open_restore_link
from community.domain.accounts.link_page_model import LinkPage, build_note_page
from community.i18n import formats, ngettext
from community.i18n import gettext as _


async def get_restore_page(session: AsyncSession, params: Mapping[str, str]) -> LinkPage:
    if "sent" in params:
        return build_note_page(
            _("Your account is deleted"),
            _(
                "We've sent you an email with a link to restore it. You can also restore it when "
                "you sign in."
            ),
            link_label=_("Go to the home page"),
            link_href=urls.HOME,
        )
    if "done" in params:
        return build_note_page(
            _("Welcome back"),
            _("Your account is restored. Sign in to continue."),
            link_label=_("Sign in"),
            link_href=urls.SIGN_IN,
        )
    return await _get_form(session, params.get("token", ""))


async def _get_form(session: AsyncSession, token: str) -> LinkPage:
    try:
        user = (await open_restore_link(session, token)).user
    except Invalid:
        return _build_invalid_link_page(has_token=bool(token))
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


def _build_invalid_link_page(*, has_token: bool) -> LinkPage:
    page = build_note_page(
        _("This link doesn't work") if has_token else _("Restore your account"),
        _("Sign in to your deleted account to restore it. This works for 30 days."),
        link_label=_("Sign in"),
        link_href=urls.SIGN_IN,
    )
    return page.model_copy(update={"is_link_invalid": has_token})
