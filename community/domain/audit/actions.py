"""The function that adds an entry to the audit log."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.core.actor import Actor
from community.domain.audit import policies
from community.domain.audit.events import AuditEntryRecorded
from community.models import AuditEntry

# The name under which the log shows changes that an operator made with a command on the server.
OPERATOR_NAME = "community"


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
        actor_name=actor.name or OPERATOR_NAME,
        actor_slug=actor.slug,
        action=action,
        target_kind=target_kind,
        target_id=str(target_id),
        target_name=target_name[: policies.TARGET_NAME_MAX_LENGTH],
        before=policies.redact(before),
        after=policies.redact(after),
        reason=reason.strip()[: policies.REASON_MAX_LENGTH],
        address=actor.ip_address[:45],
    )
    entry.search_text = _build_search_text(entry)
    session.add(entry)
    await session.flush()
    events.record(session, AuditEntryRecorded(entry.id, entry.target_kind, entry.target_id))


def _build_search_text(entry: AuditEntry) -> str:
    names = [entry.actor_name, entry.actor_slug, entry.target_name, entry.target_id]
    return "\n".join([*names, entry.action, entry.reason, entry.address]).casefold()
