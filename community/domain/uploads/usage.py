"""The numbers about the storage that images use."""

from typing import Any, Final

from sqlalchemy import ColumnElement, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.cache import Cache
from community.domain.uploads import policies, schemas
from community.models import Upload, UploadReference

# Adding up the sizes of a million images takes most of a second.
_CACHE_SECONDS: Final = 60
_cache: Cache[schemas.MediaUsage] = Cache(ttl_seconds=_CACHE_SECONDS, max_size=1)


async def get_usage(session: AsyncSession, actor: Actor) -> schemas.MediaUsage:
    """Return how many images there are and how much storage they use. It is cached."""
    actor.ensure_section(policies.SECTION)
    return await _cache.get_or_load("usage", lambda: _load(session))


def clear_usage_cache() -> None:
    _cache.clear()


async def _load(session: AsyncSession) -> schemas.MediaUsage:
    count, size = await _sum(session, policies.exists())
    unused_count, unused_size = await _sum(
        session, policies.exists(), col(Upload.attached_at).is_(None)
    )
    return schemas.MediaUsage(
        count=count,
        size=size,
        unused_count=unused_count,
        unused_size=unused_size,
        places=[
            schemas.PlaceUsage(place=place, count=found[0], size=found[1])
            for place, kinds in policies.PLACES.items()
            if (found := await _sum_place(session, kinds))[0]
        ],
    )


async def _sum(session: AsyncSession, *conditions: ColumnElement[bool]) -> tuple[int, int]:
    query: Any = select(func.count(), func.coalesce(func.sum(Upload.size), 0)).where(*conditions)
    count, size = (await session.execute(query)).one()
    return count, int(size)


async def _sum_place(session: AsyncSession, kinds: tuple[str, ...]) -> tuple[int, int]:
    shown_ids = select(UploadReference.upload_id).where(col(UploadReference.kind).in_(kinds))
    return await _sum(session, policies.exists(), col(Upload.id).in_(shown_ids))
