from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.audit import policies, queries, schemas
from community.domain.tables import Sort, Table, period_filter, reference_filter, value_filter
from community.i18n import gettext as _
from community.models import AuditEntry

AUDIT_TABLE: Final = Table(
    code="audit-log",
    section=queries.SECTION,
    select=lambda: select(AuditEntry),
    id=col(AuditEntry.id),
    filters=(
        value_filter(
            "kind", policies.TARGET_KINDS, lambda kind: col(AuditEntry.target_kind) == kind
        ),
        period_filter("period", col(AuditEntry.created_at), with_year=True),
    ),
    id_filters=(reference_filter("administrator", col(AuditEntry.actor_id)),),
    sorts=(Sort("time", col(AuditEntry.id), int, is_descending=True),),
    default_sort="-time",
    search=queries.matches_search,
    has_trigram_index=True,
)


async def get_entry(session: AsyncSession, actor: Actor, entry_id: int) -> schemas.AuditEntryView:
    actor.ensure_section(queries.SECTION)
    entry = await session.get(AuditEntry, entry_id)
    if entry is None:
        raise NotFound(_("Nothing found at this address."))
    return schemas.AuditEntryView.model_validate(entry)
