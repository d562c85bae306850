"""The function that moves the images of one user to another when accounts are merged."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.models import Upload


async def move_uploads(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    batch = select(Upload.id).where(col(Upload.owner_id) == source_id).limit(limit)
    moved = await session.scalars(
        update(Upload)
        .where(col(Upload.id).in_(list(await session.scalars(batch))))
        .values(owner_id=target_id)
        .returning(col(Upload.id))
        .execution_options(synchronize_session=False)
    )
    return len(moved.all())
