"""Tests of requesting an archive: who may, how often, and until when it can be downloaded."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound, PermissionDenied
from community.core.settings import settings
from community.domain import data_export
from community.domain.data_export import LIFETIME, MAX_ATTEMPTS, REQUEST_INTERVAL, ExportStatus
from community.jobs import export_data
from community.jobs.runner import run_scheduled_job
from community.models import DataExport
from tests.cast import Cast
from tests.domain.account_deletion.actions import delete_account, restore_account
from tests.domain.data_export.actions import build_archive, download, get_export, request_export
from tests.domain.merging.test_merge import merge
from tests.domain.moderation.actions import ban, confirm
from tests.gateways.mail.delivered_mails import find_token, get_text, read_delivered_mails

AFTER_A_DAY = REQUEST_INTERVAL + timedelta(minutes=1)
LATER = LIFETIME + timedelta(minutes=1)


def list_archives() -> list[Path]:
    return [path for path in (settings().data_dir / "private").glob("*") if path.is_file()]


async def test_the_archive_is_ready_after_the_job_and_the_mail_links_to_it(cast: Cast) -> None:
    assert (await get_export(cast.bob)).status is ExportStatus.NONE
    assert (await request_export(cast.bob)).status is ExportStatus.PREPARING
    await jobs.run_due_jobs()
    ready = await get_export(cast.bob)
    assert ready.status is ExportStatus.READY
    assert ready.size == list_archives()[0].stat().st_size
    [mail] = await read_delivered_mails()
    assert mail["To"] == "bob@example.com"
    token = find_token(mail, path="/account/export/download")
    assert (await download(cast.bob, token=token)).testzip() is None


async def test_the_identity_must_be_confirmed(cast: Cast) -> None:
    confirmed = await confirm(cast.bob)
    long_ago = clock.now() - timedelta(hours=1)
    refused = {
        "confirmation_required": replace(confirmed, confirmed_at=long_ago),
        "forbidden": replace(confirmed, session_id=None),
        "read_only_view": replace(confirmed, viewer_id=cast.olga.id),
    }
    for code, actor in refused.items():
        with pytest.raises(PermissionDenied) as error:
            await _request(actor)
        assert error.value.code == code


async def _request(actor: Actor) -> None:
    async with unit_of_work() as session:
        await data_export.request(session, actor)


async def test_a_banned_user_gets_their_data(cast: Cast) -> None:
    await ban(await confirm(cast.olga), cast.bob)
    assert (await build_archive(cast.bob)).testzip() is None


async def test_one_archive_is_prepared_at_a_time_and_one_a_day(cast: Cast) -> None:
    await request_export(cast.bob)
    assert not (await get_export(cast.bob)).can_request
    with pytest.raises(Conflict, match="already being prepared"):
        await request_export(cast.bob)
    await jobs.run_due_jobs()
    ready = await get_export(cast.bob)
    assert not ready.can_request
    assert ready.requested_at is not None
    assert ready.available_at == ready.requested_at + REQUEST_INTERVAL
    with pytest.raises(Conflict, match="once a day") as error:
        await request_export(cast.bob)
    assert error.value.details["available_at"] == clock.format_iso(ready.available_at)
    assert (await request_export(cast.alice)).status is ExportStatus.PREPARING


async def test_a_new_archive_replaces_the_former_one(cast: Cast) -> None:
    await build_archive(cast.bob)
    [former] = list_archives()
    with clock.travel(AFTER_A_DAY):
        former_url = (await get_export(cast.bob)).download_url or ""
        assert (await get_export(cast.bob)).can_request
        await build_archive(cast.bob)
        assert len(list_archives()) == 1
        assert former not in list_archives()
        with pytest.raises(NotFound):
            await download(cast.bob, token=former_url.partition("token=")[2])


async def test_an_archive_that_expires_is_deleted(cast: Cast) -> None:
    await build_archive(cast.bob)
    token = ((await get_export(cast.bob)).download_url or "").partition("token=")[2]
    await run_scheduled_job("expire_data_exports")
    await jobs.run_due_jobs()
    assert len(list_archives()) == 1
    with clock.travel(LATER):
        for _ in range(2):  # before the scheduled job, and after it
            expired = await get_export(cast.bob)
            assert (expired.status, expired.download_url) == (ExportStatus.EXPIRED, None)
            assert expired.can_request
            with pytest.raises(NotFound):
                await download(cast.bob, token=token)
            await run_scheduled_job("expire_data_exports")
            await jobs.run_due_jobs()
        assert list_archives() == []


async def test_a_link_works_only_for_its_account(cast: Cast) -> None:
    await build_archive(cast.bob)
    token = ((await get_export(cast.bob)).download_url or "").partition("token=")[2]
    for other in (cast.alice, cast.olga):
        with pytest.raises(NotFound):
            await download(other, token=token)
    for forged in ("", "x", token[:-2], token + "x"):
        with pytest.raises(NotFound):
            await download(cast.bob, token=forged)
    confirmed = await confirm(cast.bob)
    for actor in (replace(confirmed, session_id=None), replace(confirmed, viewer_id=9)):
        async with read_session() as session:
            with pytest.raises(PermissionDenied):
                await data_export.open_download(session, actor, token=token)


async def test_a_deleted_account_loses_its_archive(cast: Cast) -> None:
    await build_archive(cast.bob)
    await build_archive(cast.alice)
    await delete_account(cast.bob)
    assert len(list_archives()) == 1
    await restore_account(cast.bob)
    assert (await get_export(cast.bob)).status is ExportStatus.NONE


async def test_a_merged_account_loses_its_archive(cast: Cast) -> None:
    await build_archive(cast.bob)
    await merge(await confirm(cast.olga), cast.bob, cast.alice)
    assert list_archives() == []


async def test_an_account_that_is_deleted_meanwhile_gets_no_archive(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = export_data._write_archive

    async def delete_meanwhile(*args: Any) -> None:
        await write(*args)
        confirmed = await confirm(cast.bob)
        async with unit_of_work() as session:
            await data_export.discard(session, user_ids=[confirmed.id])

    monkeypatch.setattr(export_data, "_write_archive", delete_meanwhile)
    await request_export(cast.bob)
    await jobs.run_due_jobs()
    assert list_archives() == []
    assert await read_delivered_mails() == []


class _Crash(BaseException):
    """Ends the job as if the process was killed: nothing handles it."""


async def crash(*_: Any, **__: Any) -> None:
    raise _Crash


@pytest.mark.parametrize("moment", ["_write_archive", "_write_files", "finish"])
async def test_after_a_crash_the_job_begins_again_and_leaves_nothing_half(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    await request_export(cast.bob)
    with monkeypatch.context() as patch:
        patch.setattr(data_export if moment == "finish" else export_data, moment, crash)
        with pytest.raises(_Crash):
            await jobs.run_due_jobs()
    assert (await get_export(cast.bob)).status is ExportStatus.PREPARING
    if moment != "finish":
        assert list_archives() == []
    with clock.travel(timedelta(minutes=2)):
        await jobs.run_due_jobs()
    assert (await download(cast.bob)).testzip() is None
    assert len(list_archives()) == 1
    assert len(await read_delivered_mails()) == 1


async def test_a_crash_after_the_last_transaction_keeps_the_archive(cast: Cast) -> None:
    await request_export(cast.bob)
    async with read_session() as session:
        export = await session.get_one(DataExport, cast.bob.id)
    await export_data.export_data(str(export.file_id))
    await export_data.export_data(str(export.file_id))
    await jobs.run_due_jobs()
    assert (await download(cast.bob)).testzip() is None
    assert len(await read_delivered_mails()) == 1


async def fail_always(cast: Cast, patch: pytest.MonkeyPatch, *, error: type[BaseException]) -> None:
    async def fail(*_: Any) -> None:
        raise error

    patch.setattr(export_data, "_write_archive", fail)
    for attempt in range(MAX_ATTEMPTS + 1):
        with clock.travel(timedelta(hours=attempt * 2)):
            try:
                await jobs.run_due_jobs()
            except _Crash:
                continue


@pytest.mark.parametrize("error", [OSError, _Crash])
async def test_after_the_last_attempt_the_user_can_retry_at_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    await request_export(cast.bob)
    with monkeypatch.context() as patch:
        await fail_always(cast, patch, error=error)
    failed = await get_export(cast.bob)
    assert (failed.status, failed.can_request) == (ExportStatus.FAILED, True)
    assert list_archives() == []
    with clock.travel(timedelta(hours=13)):
        assert isinstance(await build_archive(cast.bob), ZipFile)


async def test_the_mail_names_the_size_and_the_date(cast: Cast) -> None:
    await build_archive(cast.bob)
    text = get_text((await read_delivered_mails())[0])
    assert "kB" in text
    assert "Available until" in text
