"""The page with the audit log."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.audit_log.state import AuditLogState
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.blocks.table.data_table import data_table
from community.admin.layout import admin_page
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.admin import sections as styles
from community.styles.ui import data_table as table_styles

SHEET_ID = "audit-entry-sheet"
_State: Any = AuditLogState


def audit_log_page() -> rx.Component:
    return admin_page(
        "audit-log",
        data_table(
            AuditLogState,
            caption=_("Audit log"),
            search_label=_("Search by person, target, reason or IP address"),
            empty_title=_("No entries yet"),
            empty_text=_("Every change by an administrator appears here and can't be edited."),
            empty_icon="history",
            new_count=AuditLogState.new_count,
        ),
        dialogs=(_entry_sheet(),),
    )


def _entry_sheet() -> rx.Component:
    entry = _State.entry
    return side_sheet(
        rx.cond(entry, rx.fragment(_summary(entry), _changes())),
        id=SHEET_ID,
        title=rx.cond(entry, _State.entry_label, ""),
        open=(_State.record_id != 0) & (entry != None),  # noqa: E711  # compared in the browser
        on_close=_State.close_record,
    )


def _summary(entry: Any) -> Node:
    actor = rx.cond(
        entry.actor_slug != "",
        el.a(
            entry.actor_name,
            href=urls.profile(entry.actor_slug),
            class_name=table_styles.SHEET_LINK,
        ),
        entry.actor_name,
    )
    target = rx.cond(entry.target_name != "", entry.target_name, entry.target_id)
    return sheet_section(
        facts(
            fact(_("Administrator"), actor),
            fact(_("Time"), ui.relative_time(entry.created_at)),
            fact(_("Target"), rx.cond(target != "", target, "–")),
            fact(_("IP address"), rx.cond(entry.address != "", entry.address, "–")),
            fact(_("Code"), el.code(entry.action, class_name=styles.CODE)),
        ),
        present(
            entry.reason,
            lambda reason: el.blockquote(reason, class_name=styles.REASON, dir="auto"),
        ),
        title=_("Details"),
    )


def _changes() -> Node:
    return rx.cond(
        _State.changes.length() > 0,
        sheet_section(
            el.dl(rx.foreach(_State.changes, _change), class_name=styles.CHANGES),
            title=_("Changes"),
        ),
    )


def _change(change: Any) -> Node:
    return el.div(
        el.dt(change.name, class_name=styles.NAME),
        el.dd(
            _value(_("Before"), change.before, styles.BEFORE),
            _value(_("After"), change.after, styles.AFTER),
        ),
        key=change.name,
    )


def _value(label: str, value: Any, class_name: str) -> Node:
    return el.div(
        el.span(label, class_name=styles.LABEL),
        el.span(rx.cond(value != "", value, "–"), class_name=styles.VALUE, dir="auto"),
        class_name=class_name,
    )
