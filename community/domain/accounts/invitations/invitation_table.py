"""The table of invitations in the Admin Panel."""

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlmodel import col

from community.core.db.columns import eager
from community.domain.accounts.invitations import policies
from community.domain.accounts.invitations.policies import InvitationStatus
from community.domain.tables import Badge, Column, Person, Sort, Table, label_filter
from community.i18n import gettext as _
from community.i18n import noop
from community.models import Invitation

_STATES: Final[dict[InvitationStatus, Badge]] = {
    "active": Badge(noop("Active"), "success"),
    "used_up": Badge(noop("Used"), "accent"),
    "expired": Badge(noop("Expired")),
    "revoked": Badge(noop("Revoked"), "danger"),
}
_STATE_LABELS: Final = {state: badge.label for state, badge in _STATES.items()}


def _select_invitations() -> Select[Any]:
    return select(Invitation).options(eager(Invitation.created_by))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Invitation.note).contains(term.lower(), autoescape=True),
        func.lower(Invitation.email).contains(term.lower(), autoescape=True),
    )


def _to_creator(row: Invitation) -> Person | None:
    return Person.of(row.created_by) if row.created_by else None


INVITATION_TABLE: Final = Table(
    code="invitations",
    section=policies.SECTION,
    select=_select_invitations,
    id=col(Invitation.id),
    columns=(
        Column("note", noop("Note"), lambda row: row.note or row.email or f"#{row.id}", width="lg"),
        Column("email", noop("Email"), lambda row: row.email, width="md"),
        Column("state", noop("Status"), lambda row: _STATES[policies.get_status(row)], "badge"),
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
    filters=(label_filter("state", noop("Status"), _STATE_LABELS, policies.has_status),),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", noop("Created"), col(Invitation.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
