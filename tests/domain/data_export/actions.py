"""Actions that the tests of archives with personal data share."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from community import jobs
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import data_export
from community.domain.data_export import DataExportView
from community.gateways.media import backends
from tests.domain.moderation.actions import confirm


async def request_export(actor: Actor) -> DataExportView:
    """Request an archive with a session of its own, without running the job."""
    confirmed = await confirm(actor)
    async with unit_of_work() as session:
        return await data_export.request(session, confirmed)


async def get_export(actor: Actor) -> DataExportView:
    async with read_session() as session:
        return await data_export.get_status(session, await confirm(actor))


async def build_archive(actor: Actor) -> ZipFile:
    """Request an archive, run the job, and download the archive."""
    await request_export(actor)
    await jobs.run_due_jobs()
    return await download(actor)


async def download(actor: Actor, *, token: str | None = None) -> ZipFile:
    if token is None:
        token = ((await get_export(actor)).download_url or "").partition("token=")[2]
    async with read_session() as session:
        found = await data_export.open_download(session, await confirm(actor), token=token)
    file = await backends.get_private_storage().open(found.key)
    return ZipFile(BytesIO(b"".join([chunk async for chunk in file.chunks])))


def read_json(archive: ZipFile, name: str) -> Any:
    return json.loads(archive.read(f"{name}.json"))
