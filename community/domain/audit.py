"""The audit log: what administrators changed, when, from where and why.

Actions of other subjects call `record` in the transaction of the change. Entries can be neither
changed nor deleted.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import events
from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.db.personal_data import nothing
from community.core.errors import NotFound
from community.core.events import DomainEvent
from community.core.read_models import ReadModel, Timestamp
from community.domain.tables import Sort, Table, period_filter, reference_filter, value_filter
from community.i18n import gettext as _
from community.models import AuditEntry

REASON_MAX_LENGTH = 500
SEARCH_MAX_LENGTH = 100
_TARGET_NAME_MAX_LENGTH = 200
SECTION = "audit-log"
# The name under which the log shows changes that an operator made with a command on the server.
_OPERATOR_NAME = "community"
# Longer texts are cut. The log shows what changed and is no copy of the content.
_VALUE_MAX_LENGTH = 2_000
_REDACTED = "••••"
_SECRET_NAME = re.compile(r"password|secret|token|api_?key|private_?key|credential")


@dataclass(frozen=True, slots=True)
class AuditEntryRecorded(DomainEvent):
    """An administrator changed something: the target, if `target_kind` is not empty."""

    entry_id: int
    action: str
    target_kind: str = ""
    target_id: str = ""


# The kinds of targets, in the order of the filter.
TARGET_KINDS: Final = (
    "user",
    "settings",
    "post",
    "comment",
    "message",
    "community",
    "reaction",
    "upload",
    "invitation",
    "report",
    "job",
    "mail",
    "payment",
    "plan",
    "promo_code",
    "advertisement",
    "feature",
    "subscription",
)


class AuditEntryView(ReadModel):
    """An entry of the audit log.

    Attributes:
        actor_id: The administrator, or None if an operator ran a command on the server.
        target_kind: For example `user` or `settings`. Empty if the action has no target.
        before: The changed values before the action, or None.
        after: The same values after the action, or None.
        address: The IP address of the administrator.
    """

    id: int
    actor_id: int | None
    actor_name: str
    actor_slug: str
    action: str
    target_kind: str
    target_id: str
    target_name: str
    before: Any = None
    after: Any = None
    reason: str
    address: str
    created_at: Timestamp


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
) -> Page[AuditEntryView]:
    """Return a page of the audit log, newest entries first."""
    actor.ensure_section(SECTION)
    query = select(AuditEntry).where(*_build_conditions(filters or AuditFilters()))
    if key := decode_cursor(cursor, int):
        query = query.where(col(AuditEntry.id) < key[0])
    rows = await session.scalars(query.order_by(col(AuditEntry.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda entry: (entry.id,))
    return Page(
        items=[AuditEntryView.model_validate(entry) for entry in page],
        next_cursor=next_cursor,
    )


def _matches_search(term: str) -> ColumnElement[bool]:
    """Return the condition for entries that contain a text, whatever its case is."""
    text = term[:SEARCH_MAX_LENGTH].casefold()
    return col(AuditEntry.search_text).contains(text, autoescape=True)


def _build_conditions(filters: AuditFilters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.search.strip():
        conditions.append(_matches_search(filters.search.strip()))
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


AUDIT_TABLE: Final = Table(
    code="audit-log",
    section=SECTION,
    select=lambda: select(AuditEntry),
    id=col(AuditEntry.id),
    filters=(
        value_filter("kind", TARGET_KINDS, lambda kind: col(AuditEntry.target_kind) == kind),
        period_filter("period", col(AuditEntry.created_at), with_year=True),
    ),
    id_filters=(reference_filter("administrator", col(AuditEntry.actor_id)),),
    sorts=(Sort("time", col(AuditEntry.id), int, is_descending=True),),
    default_sort="-time",
    search=_matches_search,
    has_trigram_index=True,
)


async def get_entry(session: AsyncSession, actor: Actor, entry_id: int) -> AuditEntryView:
    actor.ensure_section(SECTION)
    entry = await session.get(AuditEntry, entry_id)
    if entry is None:
        raise NotFound(_("Nothing found at this address."))
    return AuditEntryView.model_validate(entry)


async def record(
    session: AsyncSession,
    actor: Actor,
    action: str,
    *,
    target_kind: str = "",
    target_id: int | str = "",
    target_name: str = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Add an entry to the audit log, in the transaction of the change that it describes.

    Args:
        action: The code of the action, for example `administrator.changed`.
        before: The changed values before the action, as JSON. Values whose names look like those of
            secrets are replaced.
        after: The same values after the action.
    """
    entry = AuditEntry(
        actor_id=actor.user_id,
        actor_name=actor.name or _OPERATOR_NAME,
        actor_slug=actor.slug,
        action=action,
        target_kind=target_kind,
        target_id=str(target_id),
        target_name=target_name[:_TARGET_NAME_MAX_LENGTH],
        before=_redact(before),
        after=_redact(after),
        reason=reason.strip()[:REASON_MAX_LENGTH],
        address=actor.ip_address[:45],
    )
    entry.search_text = _build_search_text(entry)
    session.add(entry)
    await session.flush()
    events.record(session, AuditEntryRecorded(entry.id, action, entry.target_kind, entry.target_id))


def _build_search_text(entry: AuditEntry) -> str:
    names = [entry.actor_name, entry.actor_slug, entry.target_name, entry.target_id]
    return "\n".join([*names, entry.action, entry.reason, entry.address]).casefold()


def _redact(value: Any, name: str = "") -> Any:
    """Return a copy of a JSON value without secrets and with shortened texts.

    A value is a secret if its name looks like the name of one. Masked values, which begin with
    `_REDACTED`, are kept.
    """
    if isinstance(value, Mapping):
        return {str(key): _redact(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_redact(item, name) for item in value]
    if _SECRET_NAME.search(name.lower()) and isinstance(value, str) and value:
        return value if value.startswith(_REDACTED) else _REDACTED
    if isinstance(value, str) and len(value) > _VALUE_MAX_LENGTH:
        return value[: _VALUE_MAX_LENGTH - 1] + "…"
    return value
