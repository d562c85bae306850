"""What becomes of the images and videos of a user."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import Move, PersonalData
from community.domain.uploads import policies, queries
from community.domain.uploads.references import is_referenced
from community.i18n import noop
from community.models import Upload

FILES_PER_BATCH = 200


def _build_path(upload_id: UUID | str, *, is_video: bool) -> str:
    return f"media/{upload_id}.{'mp4' if is_video else 'webp'}"


async def _add_paths(_: AsyncSession, rows: list[ExportRow]) -> None:
    for row in rows:
        row["file"] = _build_path(row["id"], is_video=row.pop("video_size") > 0)


async def _erase_uploads(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Mark up to `limit` unused images of the users for deletion, and return their number.

    The file names of images that posts and comments still show are erased.
    """
    is_unused = and_(col(Upload.attached_at).is_(None), ~is_referenced())
    batch = select(Upload.id).where(
        col(Upload.owner_id).in_(user_ids),
        or_(and_(is_unused, col(Upload.purging_since).is_(None)), col(Upload.name) != ""),
    )
    ids = list(await session.scalars(batch.limit(limit)))
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_(ids))
        .values(name="")
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_(ids), is_unused)
        .values(purging_since=clock.now())
        .execution_options(synchronize_session=False)
    )
    return len(ids)


PERSONAL_DATA: Final = (
    PersonalData(
        Upload.owner_id,
        export=ExportPart(
            "images",
            noop("Your images and videos. The files are in the folder “media”."),
            key=Upload.id,
            fields=(
                *(Upload.id, Upload.name, Upload.alt, Upload.width, Upload.height),
                *(Upload.video_size, Upload.created_at),
            ),
            conditions=(policies.exists(),),
            complete=_add_paths,
        ),
        merge=Move(),
        erase=(
            _erase_uploads,
            "Images of content that stays, and those whose files a job deletes.",
        ),
    ),
)


class ArchivedFile(NamedTuple):
    """A file that a user uploaded: its key in the storage, and its path in the archive."""

    file_id: UUID
    key: str
    path: str


async def list_files_for_export(
    session: AsyncSession, owner_id: int, *, after: UUID | None = None
) -> Sequence[ArchivedFile]:
    """Return the next files of a user: of each image the largest one, and of a video the video."""
    query = select(Upload).where(col(Upload.owner_id) == owner_id, policies.exists())
    if after is not None:
        query = query.where(col(Upload.id) > after)
    rows = await session.scalars(query.order_by(col(Upload.id)).limit(FILES_PER_BATCH))
    return [
        ArchivedFile(
            row.id,
            queries.list_storage_keys(row)[-1],
            _build_path(row.id, is_video=row.video_size > 0),
        )
        for row in rows
    ]
