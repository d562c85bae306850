"""The table of invitations in the Admin Panel."""

from collections.abc import Callable
from typing import Any, Final, get_args

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlmodel import col

from community.core.tables import Badge, Choice, Column, Filter, Person, Sort, Table
from community.domain.accounts.invitations import policies
from community.domain.accounts.invitations.policies import InvitationStatus
from community.i18n import noop
from community.models import Invitation
from community.models.columns import eager

_STATES: Final[dict[InvitationStatus, Badge]] = {
    "active": Badge(noop("Active"), "success"),
    "used_up": Badge(noop("Used"), "accent"),
    "expired": Badge(noop("Expired")),
    "revoked": Badge(noop("Revoked"), "danger"),
}


def _select_invitations() -> Select[Any]:
    return select(Invitation).options(eager(Invitation.created_by))


def _has_status(status: InvitationStatus) -> Callable[[], ColumnElement[bool]]:
    return lambda: policies.has_status(status)


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Invitation.note).contains(term.lower(), autoescape=True),
        func.lower(Invitation.email).contains(term.lower(), autoescape=True),
    )


def _to_creator(row: Invitation) -> Person | None:
    user = row.created_by
    return Person(user.name, user.slug, user.avatar) if user else None


INVITATION_TABLE: Final = Table(
    code="invitations",
    section=policies.SECTION,
    select=_select_invitations,
    id=col(Invitation.id),
    columns=(
        Column("note", noop("Note"), lambda row: row.note or row.email or f"#{row.id}", width="lg"),
        Column("email", noop("Email"), lambda row: row.email, width="md"),
        Column("state", noop("Status"), lambda row: _STATES[policies.get_status(row)], "badge"),
        Column("uses", noop("Used"), lambda row: f"{row.uses_count} / {row.max_uses}"),
        Column("creator", noop("Created by"), _to_creator, "person", "md"),
        Column("created", noop("Created"), lambda row: row.created_at, "time", sort="created"),
        Column("expires", noop("Expires"), lambda row: row.expires_at, "time"),
    ),
    filters=(
        Filter(
            "state",
            noop("Status"),
            tuple(
                Choice(code, _STATES[code].label, _has_status(code))
                for code in get_args(InvitationStatus)
            ),
        ),
    ),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", noop("Created"), col(Invitation.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
