"""The actions on several selected users."""

from typing import Final

from community.admin.blocks.confirmation import labelled
from community.admin.blocks.table.record_dialog import ActionButton
from community.admin.users.forms import BAN_TERMS, DEFAULT_BAN_DAYS
from community.components import ui
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node


def ban_term_field() -> Node:
    terms = [(days, _(label)) for days, label in BAN_TERMS]
    select = ui.select(terms, name="days", id=None, default_value=DEFAULT_BAN_DAYS)
    return labelled(_("Ends after"), select)


ACTIONS: Final = (
    ActionButton(
        "ban",
        noop("Ban"),
        noop("Ban the user?"),
        ngettext_noop("Ban {n} user?", "Ban {n} users?"),
        noop("They can read the site, but can't post, comment or react. They see the reason."),
        "user_minus",
        "danger",
        reason="required",
        fields=lambda: (ban_term_field(),),
    ),
    ActionButton(
        "lift",
        noop("Lift ban"),
        noop("Lift the ban?"),
        ngettext_noop("Lift {n} ban?", "Lift {n} bans?"),
        noop("They can post, comment and react again at once."),
        "undo",
    ),
    ActionButton(
        "verify",
        noop("Verify email"),
        noop("Mark the email as verified?"),
        ngettext_noop("Mark {n} email as verified?", "Mark {n} emails as verified?"),
        noop("They can do what the site allows only with a verified email."),
        "check",
    ),
    ActionButton(
        "sign_out",
        noop("Sign out everywhere"),
        noop("Sign the user out everywhere?"),
        ngettext_noop("Sign {n} user out everywhere?", "Sign {n} users out everywhere?"),
        noop("All their devices are signed out and their access tokens are revoked."),
        "log_out",
        "danger",
    ),
)
