"""The table of invitations in the Admin Panel."""

from typing import Any, Final, get_args

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlmodel import col

from community.core.db.columns import eager
from community.domain.accounts.invitations import policies
from community.domain.tables import Sort, Table, value_filter
from community.models import Invitation


def _select_invitations() -> Select[Any]:
    return select(Invitation).options(eager(Invitation.created_by))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Invitation.note).contains(term.lower(), autoescape=True),
        func.lower(Invitation.email).contains(term.lower(), autoescape=True),
    )


INVITATION_TABLE: Final = Table(
    code="invitations",
    section=policies.SECTION,
    select=_select_invitations,
    id=col(Invitation.id),
    filters=(value_filter("state", get_args(policies.InvitationStatus), policies.has_status),),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", col(Invitation.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
