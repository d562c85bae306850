"""Former slugs of users and communities, which redirect to the current slug."""

from typing import Literal

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock
from community.domain.accounts.policies import FORMER_SLUG_RESERVATION
from community.models import FormerSlug

OwnerKind = Literal["user", "community"]


async def claim_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int | None
) -> bool:
    """Delete the redirect from `slug`, so that a user or a community can take the slug.

    Args:
        owner_id: The user or community that wants the slug, or None for a new one. Owners can
            always take their own former slugs.

    Returns:
        False if another owner gave up the slug less than `FORMER_SLUG_RESERVATION` ago.
    """
    former = await session.get(FormerSlug, (kind, slug.lower()))
    if former is None:
        return True
    if former.target_id != owner_id and former.created_at > clock.now() - FORMER_SLUG_RESERVATION:
        return False
    await session.execute(
        delete(FormerSlug).where(col(FormerSlug.kind) == kind, col(FormerSlug.slug) == slug.lower())
    )
    return True


async def reserve_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int
) -> None:
    """Store the slug that a user or a community gives up. Its URL then redirects to the new one."""
    await session.merge(
        FormerSlug(kind=kind, slug=slug.lower(), target_id=owner_id, created_at=clock.now())
    )
