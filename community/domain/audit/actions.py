"""The function that adds an entry to the audit log, without secrets."""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.core.actor import Actor
from community.domain.audit import policies
from community.domain.audit.events import AuditEntryRecorded
from community.models import AuditEntry

# The name under which the log shows changes that an operator made with a command on the server.
OPERATOR_NAME = "community"
# Longer texts are cut. The log shows what changed and is no copy of the content.
_VALUE_MAX_LENGTH = 2_000

_REDACTED = "••••"
_SECRET_NAME = re.compile(r"password|secret|token|api_?key|private_?key|credential")


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
        before=_redact(before),
        after=_redact(after),
        reason=reason.strip()[: policies.REASON_MAX_LENGTH],
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
