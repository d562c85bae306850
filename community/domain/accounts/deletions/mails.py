"""The mails about the deletion of an account."""

from datetime import datetime

from community import urls
from community.domain.accounts.mails import build_new_password_link, get_account_reason
from community.domain.mail import Button, Message, Note
from community.i18n import formats
from community.i18n import gettext as _


def build_deleted(name: str, purge_at: datetime, url: str, *, is_by_owner: bool = True) -> Message:
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
        reason=get_account_reason(),
    )


def build_restored(name: str) -> Message:
    return Message(
        subject=_("Your account is back"),
        preheader=_("Everything is as it was before you deleted it."),
        parts=[
            _("Hi {name},", name=name),
            _("Your account was restored. Everything is as it was before you deleted it."),
            Button(_("Sign in"), urls.absolute(urls.SIGN_IN)),
            build_new_password_link(_("If it wasn't you, choose a new password now:")),
        ],
        reason=get_account_reason(),
    )
