"""The jobs that delete the files and rows of unused and removed images, and of files of chats.

Deleting files is slow, so it happens outside transactions. If a job is interrupted, the rows still
exist, and the next run deletes the files again.
"""

from typing import Final
from uuid import UUID

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import chat, uploads
from community.gateways.media import backends

# Far less than `outbox.EXTERNAL_JOB_TIMEOUT` allows. The scheduled job deletes the rest.
MAX_BATCHES: Final = 5


async def delete_removed_upload(upload_id: str) -> None:
    """Delete the files of an image that an administrator removed, and its row if it is unused."""
    async with read_session() as session:
        upload = await uploads.find_removed(session, UUID(upload_id))
    if upload is None:
        return
    await uploads.delete_files(backends.get_storage(), [upload])
    async with unit_of_work() as session:
        await uploads.delete_removed(session, upload.id)


async def purge_uploads() -> None:
    """Delete the first batches of unused images."""
    for _batch in range(MAX_BATCHES):
        if not await purge_upload_batch():
            return


async def purge_upload_batch() -> bool:
    """Delete a batch of unused images. Return False if no image is left to delete."""
    async with unit_of_work() as session:
        unused = await uploads.mark_for_purge(session, clock.now())
    await uploads.delete_files(backends.get_storage(), unused)
    async with unit_of_work() as session:
        await uploads.delete_purged(session, unused)
    return bool(unused)


async def purge_chat_file_batch() -> bool:
    """Delete a batch of files of chats that belong to no message. Return False at the end."""
    async with unit_of_work() as session:
        unused = await chat.files.mark_for_purge(session, clock.now())
    await chat.files.delete_files(backends.get_private_storage(), unused)
    async with unit_of_work() as session:
        await chat.files.delete_purged(session, unused)
    return bool(unused)
