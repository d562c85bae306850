"""The page with all reports."""

from typing import Final

import reflex as rx

from community.admin.blocks.table.record_dialog import ActionButton
from community.admin.layout import record_page
from community.admin.reports.sheet import report_sheet
from community.admin.reports.state import ReportTableState
from community.admin.users.bulk_actions import ban_term_field
from community.admin.users.cleanup import cleanup_dialog
from community.i18n import gettext as _, ngettext_noop, noop

ACTIONS: Final = (
    ActionButton(
        "resolve",
        noop("Resolve"),
        noop("Resolve the report?"),
        ngettext_noop("Resolve {n} report?", "Resolve {n} reports?"),
        noop("You have dealt with what was reported. Closes all open reports of the same content."),
        "check",
    ),
    ActionButton(
        "reject",
        noop("Reject"),
        noop("Reject the report?"),
        ngettext_noop("Reject {n} report?", "Reject {n} reports?"),
        noop("The content breaks no rules. Closes all open reports of the same content."),
        "x",
    ),
)

# The actions on the content and its author, for one report at a time.
SHEET_ACTIONS: Final = (
    ActionButton(
        "hide",
        noop("Hide"),
        noop("Hide the reported content?"),
        ngettext_noop("Hide {n} reported content?", "Hide {n} reported contents?"),
        noop("Only the author and moderators can see it. Resolves the report."),
        "eye_off",
    ),
    ActionButton(
        "delete",
        noop("Delete"),
        noop("Delete the reported content?"),
        ngettext_noop("Delete {n} reported content?", "Delete {n} reported contents?"),
        noop("It disappears for readers. You can restore it. Resolves the report."),
        "trash",
        "danger",
    ),
    ActionButton(
        "delete_message",
        noop("Delete"),
        noop("Delete the reported message?"),
        ngettext_noop("Delete {n} reported message?", "Delete {n} reported messages?"),
        noop(
            "It disappears from the conversation. You can't restore it. The report keeps a copy "
            "for a while, and is resolved."
        ),
        "trash",
        "danger",
    ),
    ActionButton(
        "restore",
        noop("Restore"),
        noop("Restore the reported content?"),
        ngettext_noop("Restore {n} reported content?", "Restore {n} reported contents?"),
        noop("Visible to everyone again."),
        "undo",
    ),
    ActionButton(
        "warn",
        noop("Warn"),
        noop("Warn the author?"),
        ngettext_noop("Warn {n} author?", "Warn {n} authors?"),
        noop("They get an email with the reason. Resolves the report."),
        "mail",
        reason="required",
    ),
    ActionButton(
        "ban",
        noop("Ban"),
        noop("Ban the author?"),
        ngettext_noop("Ban {n} author?", "Ban {n} authors?"),
        noop("They can only read the site, and see the reason. Resolves the report."),
        "user_minus",
        "danger",
        reason="required",
        fields=lambda: (ban_term_field(),),
    ),
)


def reports_page() -> rx.Component:
    return record_page(
        "reports",
        ReportTableState,
        ACTIONS,
        report_sheet,
        sheet_actions=SHEET_ACTIONS,
        more_dialogs=(cleanup_dialog(),),
        caption=_("Reports"),
        search_label=_("Search in reports"),
        empty_title=_("No reports"),
        empty_text=_("What people report appears here."),
        empty_icon="flag",
    )
