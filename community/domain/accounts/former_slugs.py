"""Former slugs of users and communities, which redirect to the current slug."""

from typing import Literal

from sqlalchemy import ColumnElement, delete, exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.text.slug_skeletons import build_skeleton
from community.domain.accounts.policies import FORMER_SLUG_RESERVATION
from community.models import FormerSlug
from community.models.accounts import former_slug_skeleton

OwnerKind = Literal["user", "community"]


async def claim_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int | None
) -> bool:
    """Delete the redirect from `slug`, so that a user or a community can take the slug.

    Args:
        owner_id: The user or community that wants the slug, or None for a new one. Owners can
            always take their own former slugs.

    Returns:
        False if another owner gave up the slug, or one that looks like it, less than
        `FORMER_SLUG_RESERVATION` ago.
    """
    if await session.scalar(select(is_former_slug(kind, slug, owner_id=owner_id))):
        return False
    await session.execute(
        delete(FormerSlug).where(col(FormerSlug.kind) == kind, col(FormerSlug.slug) == slug.lower())
    )
    return True


def is_former_slug(
    kind: OwnerKind, slug: str, *, owner_id: int | None = None
) -> ColumnElement[bool]:
    """Return the condition that another owner recently had the slug or one that looks like it."""
    return exists().where(
        col(FormerSlug.kind) == kind,
        former_slug_skeleton == build_skeleton(slug),
        col(FormerSlug.target_id) != (owner_id or 0),
        col(FormerSlug.created_at) > clock.now() - FORMER_SLUG_RESERVATION,
    )


async def reserve_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int
) -> None:
    """Store the slug that a user or a community gives up. Its URL then redirects to the new one."""
    await session.merge(
        FormerSlug(kind=kind, slug=slug.lower(), target_id=owner_id, created_at=clock.now())
    )
