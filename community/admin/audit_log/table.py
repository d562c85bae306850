"""The columns and labels of the audit log."""

from typing import Final

from community import urls
from community.admin.audit_log.labels import TARGET_LABELS, get_action_label
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Link
from community.domain import audit
from community.i18n import noop
from community.models import AuditEntry


def _to_actor_link(entry: AuditEntry) -> Link:
    return Link(entry.actor_name, urls.profile(entry.actor_slug) if entry.actor_slug else "")


AUDIT_LAYOUT: Final = TableLayout(
    table=audit.AUDIT_TABLE,
    columns=(
        Column("action", noop("Action"), lambda entry: get_action_label(entry.action), width="lg"),
        Column("administrator", noop("Administrator"), _to_actor_link, "link"),
        Column("username", noop("Username"), lambda entry: entry.actor_slug, is_default=False),
        Column(
            "target", noop("Target"), lambda entry: entry.target_name or entry.target_id, width="lg"
        ),
        Column("reason", noop("Reason"), lambda entry: entry.reason, width="lg"),
        Column("address", noop("IP address"), lambda entry: entry.address, is_default=False),
        Column("code", noop("Code"), lambda entry: entry.action, is_default=False),
        Column("time", noop("Time"), lambda entry: entry.created_at, "time", sort="time"),
    ),
    filters={
        "kind": FilterLabels(noop("Target"), TARGET_LABELS),
        "period": period_labels(noop("Period")),
        "administrator": FilterLabels(noop("Administrator")),
    },
)
