from typing import Final

from community.admin.blocks.table.layout import Column, TableLayout, badge_labels
from community.admin.blocks.table.values import Badge, Person
from community.domain.accounts import invitations
from community.domain.accounts.invitations.policies import InvitationStatus, get_status
from community.i18n import gettext as _, noop
from community.models import Invitation

_STATES: Final[dict[InvitationStatus, Badge]] = {
    "active": Badge(noop("Active"), "success"),
    "used_up": Badge(noop("Used"), "accent"),
    "expired": Badge(noop("Expired")),
    "revoked": Badge(noop("Revoked"), "danger"),
}


def _to_creator(row: Invitation) -> Person | None:
    return Person.of(row.created_by) if row.created_by else None


INVITATION_LAYOUT: Final = TableLayout(
    table=invitations.INVITATION_TABLE,
    columns=(
        Column("note", noop("Note"), lambda row: row.note or row.email or f"#{row.id}", width="lg"),
        Column("email", noop("Email"), lambda row: row.email, width="md"),
        Column("state", noop("Status"), lambda row: _STATES[get_status(row)], "badge"),
        # A spreadsheet would read "1 / 5" as a date.
        Column(
            "uses",
            noop("Used"),
            lambda row: _("{n} of {total}", n=row.uses_count, total=row.max_uses),
        ),
        Column("creator", noop("Created by"), _to_creator, "person", "md"),
        Column("created", noop("Created"), lambda row: row.created_at, "time", sort="created"),
        Column("expires", noop("Expires"), lambda row: row.expires_at, "time"),
    ),
    filters={"state": badge_labels(noop("Status"), _STATES)},
)
