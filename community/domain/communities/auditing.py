"""The entries of the audit log for what administrators do with communities of other users."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import audit
from community.models import Community


async def record(
    session: AsyncSession,
    actor: Actor,
    community: Community,
    action: str,
    *,
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry if the actor is an administrator and does not own the community."""
    if not actor.is_admin or actor.is_user(community.owner_id):
        return
    await audit.record(
        session,
        actor,
        action,
        target_kind="community",
        target_id=community.id,
        target_name=community.name,
        before=before,
        after=after,
        reason=reason,
    )
