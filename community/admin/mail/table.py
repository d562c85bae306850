from typing import Final

from community.admin.blocks.table.layout import Column, TableLayout, badge_labels
from community.admin.blocks.table.values import Badge
from community.domain import mail
from community.i18n import noop

_STATES: Final = {
    "queued": Badge(noop("Queued"), "accent"),
    "sent": Badge(noop("Sent"), "success"),
    "file": Badge(noop("Saved as a file")),
    "failed": Badge(noop("Failed"), "danger"),
}

MAIL_LAYOUT: Final = TableLayout(
    table=mail.MAIL_TABLE,
    columns=(
        Column("recipient", noop("Recipient"), lambda row: row.recipient, width="lg"),
        Column("subject", noop("Subject"), lambda row: row.subject, width="lg"),
        Column("state", noop("Status"), lambda row: _STATES[mail.get_delivery_state(row)], "badge"),
        Column("reason", noop("Reason"), lambda row: row.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda row: row.attempts, "number"),
        Column("created", noop("Created"), lambda row: row.created_at, "time", sort="created"),
        Column("sent", noop("Sent"), lambda row: row.sent_at, "time", is_default=False),
        Column("kind", noop("Kind"), lambda row: row.kind, is_default=False),
    ),
    filters={"state": badge_labels(noop("Status"), _STATES)},
)
