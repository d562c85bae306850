"""The table of all communities in the Admin Panel."""

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, or_, select
from sqlmodel import col, func

from community.core.db import columns, pagination
from community.domain.tables import Choice, Filter, Sort, Table
from community.models import Community

SECTION: Final = "communities"


def _select_communities() -> Select[Any]:
    return select(Community).options(columns.eager(Community.owner))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Community.name).contains(term.lower(), autoescape=True),
        func.lower(Community.slug).contains(term.lower(), autoescape=True),
    )


COMMUNITY_TABLE: Final = Table(
    code="communities",
    section=SECTION,
    select=_select_communities,
    id=col(Community.id),
    sorts=(
        Sort("created", col(Community.id), int, is_descending=True),
        Sort("members", col(Community.members_count), pagination.Int32, is_descending=True),
    ),
    default_sort="-created",
    filters=(
        Filter(
            "state",
            (
                Choice("open", lambda: col(Community.closed_at).is_(None)),
                Choice("closed", lambda: col(Community.closed_at).is_not(None)),
            ),
        ),
        Filter(
            "review",
            (Choice("reviewed", lambda: col(Community.premoderates_comments).is_(True)),),
        ),
    ),
    search=_matches_search,
)
