"""What the archive with the data of a user contains of their images and videos."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.export_parts import ExportPart, ExportRow
from community.domain.uploads import policies
from community.domain.uploads.queries import list_storage_keys
from community.i18n import noop
from community.models import Upload

FILES_PER_BATCH = 200


def _build_path(upload_id: UUID | str, *, is_video: bool) -> str:
    return f"media/{upload_id}.{'mp4' if is_video else 'webp'}"


async def _add_paths(_: AsyncSession, rows: list[ExportRow]) -> None:
    for row in rows:
        row["file"] = _build_path(row["id"], is_video=row.pop("video_size") > 0)


EXPORT_PARTS: Final = (
    ExportPart(
        "images",
        noop("Your images and videos. The files are in the folder “media”."),
        user=Upload.owner_id,
        key=Upload.id,
        fields=(
            *(Upload.id, Upload.name, Upload.alt, Upload.width, Upload.height),
            *(Upload.video_size, Upload.created_at),
        ),
        conditions=(policies.exists(),),
        complete=_add_paths,
    ),
)


class ArchivedFile(NamedTuple):
    """A file that a user uploaded: its key in the storage, and its path in the archive."""

    file_id: UUID
    key: str
    path: str


async def list_own_files(
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
            list_storage_keys(row)[-1],
            _build_path(row.id, is_video=row.video_size > 0),
        )
        for row in rows
    ]
