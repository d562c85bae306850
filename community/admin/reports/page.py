"""The page with all reports."""

from typing import Final

import reflex as rx

from community.admin.blocks.record_dialog import ActButton
from community.admin.record_page import record_page
from community.admin.reports.sheet import report_sheet
from community.admin.reports.state import ReportTableState
from community.i18n import gettext as _
from community.i18n import ngettext_noop, noop

ACTS: Final = (
    ActButton(
        "resolve",
        noop("Resolve"),
        noop("Resolve the report?"),
        ngettext_noop("Resolve {n} report?", "Resolve {n} reports?"),
        noop("You have dealt with what was reported. Closes all open reports of the same content."),
        "check",
    ),
    ActButton(
        "reject",
        noop("Reject"),
        noop("Reject the report?"),
        ngettext_noop("Reject {n} report?", "Reject {n} reports?"),
        noop("The content breaks no rules. Closes all open reports of the same content."),
        "x",
    ),
)


def reports_page() -> rx.Component:
    return record_page(
        "reports",
        ReportTableState,
        ACTS,
        report_sheet,
        caption=_("Reports"),
        search_label=_("Search in reports"),
        empty_title=_("No reports"),
        empty_text=_("What people report appears here."),
        empty_icon="flag",
    )
