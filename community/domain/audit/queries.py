from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.db.personal_data import nothing
from community.domain.audit import policies, schemas
from community.models import AuditEntry

SECTION = "audit-log"


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditFilters:
    """The conditions that entries of the audit log must meet. Empty values match all entries."""

    # A text that the names, the id, the action, the reason or the address contains
    search: str = ""
    actor_id: int | None = None
    action: str = ""
    target_kind: str = ""
    target_id: str = ""
    since: datetime | None = None
    until: datetime | None = None  # the time before which the action took place


async def list_entries(
    session: AsyncSession,
    actor: Actor,
    filters: AuditFilters | None = None,
    *,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[schemas.AuditEntryView]:
    """Return a page of the audit log, newest entries first."""
    actor.ensure_section(SECTION)
    query = select(AuditEntry).where(*_build_conditions(filters or AuditFilters()))
    if key := decode_cursor(cursor, int):
        query = query.where(col(AuditEntry.id) < key[0])
    rows = await session.scalars(query.order_by(col(AuditEntry.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda entry: (entry.id,))
    return Page(
        items=[schemas.AuditEntryView.model_validate(entry) for entry in page],
        next_cursor=next_cursor,
    )


def matches_search(term: str) -> ColumnElement[bool]:
    """Return the condition for entries that contain a text, whatever its case is."""
    text = term[: policies.SEARCH_MAX_LENGTH].casefold()
    return col(AuditEntry.search_text).contains(text, autoescape=True)


def _build_conditions(filters: AuditFilters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.search.strip():
        conditions.append(matches_search(filters.search.strip()))
    if filters.actor_id is not None:
        conditions.append(col(AuditEntry.actor_id) == filters.actor_id)
    for column, value in (
        (AuditEntry.action, filters.action),
        (AuditEntry.target_kind, filters.target_kind),
        (AuditEntry.target_id, filters.target_id),
    ):
        if value:
            conditions.append(col(column) == value)
    if filters.since is not None:
        conditions.append(col(AuditEntry.created_at) >= filters.since)
    if filters.until is not None:
        conditions.append(col(AuditEntry.created_at) < filters.until)
    return conditions


PERSONAL_DATA: Final = nothing(
    AuditEntry.actor_id,
    because="The audit log is about the site and others, and cannot be changed.",
)
