"""The jobs that build the archive with the personal data of a user, and delete its file.

Building an archive is slow, so each batch is read in a transaction of its own. The archive grows in
a file without a name, which the operating system deletes when the process ends, and is stored when
it is complete. If the process crashes, the next attempt begins again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from tempfile import TemporaryFile
from typing import BinaryIO, ParamSpec, TypeVar
from uuid import UUID

from community.core import clock, errors
from community.core.db.export_parts import ExportPart
from community.core.db.sessions import read_session, unit_of_work
from community.core.settings import settings
from community.domain import chat, data_export, people, site, uploads
from community.domain.data_export import README, build_readme
from community.gateways.media import PrivateStorage, Storage, backends, private_key_for

P = ParamSpec("P")
T = TypeVar("T")


async def export_data(file_id: str) -> None:
    """Build and store an archive, and send its link. Do nothing if it is not needed any more."""
    export_id = UUID(file_id)
    async with unit_of_work() as session:
        user_id = await data_export.begin(session, export_id)
    if user_id is None:
        await _delete_unless_ready(export_id)
        return
    try:
        size = await _build_and_store(export_id, user_id)
    except Exception:
        async with unit_of_work() as session:
            await data_export.record_failure(session, export_id)
        raise
    async with unit_of_work() as session:
        is_needed = await data_export.finish(session, export_id, size=size)
    if not is_needed:
        await _delete_unless_ready(export_id)


async def delete_data_export(file_id: str) -> None:
    """Delete the file of an archive. It need not exist."""
    await backends.get_private_storage().delete(private_key_for(UUID(file_id)))


async def expire_data_exports() -> int:
    """Delete a batch of archives whose time is over, and return their number."""
    async with unit_of_work() as session:
        return await data_export.expire_old(session)


async def _delete_unless_ready(export_id: UUID) -> None:
    """Delete the file, unless an earlier attempt has finished the archive and crashed then."""
    async with read_session() as session:
        is_ready = await data_export.is_ready(session, export_id)
    if not is_ready:
        await delete_data_export(str(export_id))


async def _build_and_store(export_id: UUID, user_id: int) -> int:
    """Return the size of the archive in bytes."""
    with await _run(_open_temporary_file) as file:
        await _write_archive(file, user_id)
        size = await _run(file.seek, 0, 2)
        await backends.get_private_storage().put(private_key_for(export_id), file)
    return size


def _open_temporary_file() -> BinaryIO:
    # Not in the default folder, which is often in memory.
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    return TemporaryFile(dir=settings().data_dir)


async def _write_archive(file: BinaryIO, user_id: int) -> None:
    at = clock.now()
    async with read_session() as session:
        user = await people.get_user(session, user_id)
        site_name = (await site.get_site_view(session)).name
    readme = build_readme(data_export.PARTS, site_name=site_name, username=user.slug, at=at)
    with data_export.ArchiveWriter(file, at) as archive:
        await _run(archive.write_text, README, readme)
        for part in data_export.PARTS:
            await _write_part(archive, part, user_id)
        await _write_files(archive, user_id, uploads.list_files_for_export, backends.get_storage())
        await _write_files(
            archive, user_id, chat.files.list_files_for_export, backends.get_private_storage()
        )


async def _write_part(archive: data_export.ArchiveWriter, part: ExportPart, user_id: int) -> None:
    await _run(archive.begin_part, part)
    after = None
    while True:
        async with read_session() as session:
            batch = await part.read(session, user_id, after)
        await _run(archive.write_rows, batch.rows)
        after = batch.next_key
        if after is None:
            break
    await _run(archive.end_part)


async def _write_files(
    archive: data_export.ArchiveWriter,
    user_id: int,
    list_files: Callable[..., Awaitable[Sequence[uploads.ArchivedFile]]],
    storage: Storage | PrivateStorage,
) -> None:
    after = None
    while True:
        async with read_session() as session:
            files = await list_files(session, user_id, after=after)
        if not files:
            return
        for file in files:
            await _write_file(archive, storage, file)
        after = files[-1].file_id


async def _write_file(
    archive: data_export.ArchiveWriter,
    storage: Storage | PrivateStorage,
    file: uploads.ArchivedFile,
) -> None:
    try:
        stored = await storage.open(file.key)
    except errors.NotFound:  # It was deleted since the list was read.
        return
    await _run(archive.begin_file, file.path)
    async for chunk in stored.chunks:
        await _run(archive.write_chunk, chunk)
    await _run(archive.end_file)


async def _run(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that compresses data or writes to the disk in a thread."""
    return await asyncio.to_thread(function, *args, **kwargs)
