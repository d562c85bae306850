"""Audit entries of acts on users."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import audit
from community.models import User


async def record(
    session: AsyncSession,
    actor: Actor,
    user: User,
    action: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    await audit.record(
        session,
        actor,
        f"user.{action}",
        target_kind="user",
        target_id=str(user.id),
        target_name=user.slug,
        before=before,
        after=after,
        reason=reason,
    )
