"""The table of the audit log in the Admin Panel."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.audit.labels import TARGET_LABELS, get_action_label
from community.domain.audit.queries import SECTION, matches_search
from community.domain.audit.schemas import AuditEntryView
from community.domain.tables import (
    Column,
    Link,
    Sort,
    Table,
    label_filter,
    period_filter,
    reference_filter,
)
from community.i18n import gettext as _
from community.i18n import noop
from community.models import AuditEntry


def _to_actor_link(entry: AuditEntry) -> Link:
    return Link(entry.actor_name, urls.profile(entry.actor_slug) if entry.actor_slug else "")


AUDIT_TABLE: Final = Table(
    code="audit-log",
    section=SECTION,
    select=lambda: select(AuditEntry),
    id=col(AuditEntry.id),
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
    filters=(
        label_filter(
            "kind", noop("Target"), TARGET_LABELS, lambda kind: col(AuditEntry.target_kind) == kind
        ),
        period_filter("period", noop("Period"), col(AuditEntry.created_at), with_year=True),
    ),
    id_filters=(
        reference_filter("administrator", noop("Administrator"), col(AuditEntry.actor_id)),
    ),
    sorts=(Sort("time", noop("Time"), col(AuditEntry.id), int, is_descending=True),),
    default_sort="-time",
    search=matches_search,
    has_trigram_index=True,
)


async def get_entry(session: AsyncSession, actor: Actor, entry_id: int) -> AuditEntryView:
    actor.ensure_section(SECTION)
    entry = await session.get(AuditEntry, entry_id)
    if entry is None:
        raise NotFound(_("Nothing found at this address."))
    return AuditEntryView.model_validate(entry)
