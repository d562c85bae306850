"""Tests of reports of advertisements, and of the page that an advertiser reads."""

from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import advertising
from community.domain.advertising import Batch, CountKey, Slot
from community.domain.moderation import reports
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create, edit

HTML = {"Accept": "text/html"}


@pytest.fixture(autouse=True)
async def _empty_caches() -> AsyncIterator[None]:
    yield
    advertising.clear_running_cache()


async def test_readers_report_an_advertisement_with_and_without_an_account(
    client: AsyncClient, cast: Cast
) -> None:
    path = f"/ad/{(await create(cast.olga, name='<b>Sale</b>')).id}/report"
    assert (await client.post(path, json={"reason": "spam"})).status_code == 201
    await sign_in(client, cast.bob)
    first = await client.post(path, json={"reason": "misinformation", "text": "It is not free."})
    again = await client.post(path, json={"reason": "spam"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert (await client.post(path, json={"reason": "other"})).status_code == 422
    async with read_session() as session:
        record = await reports.get_report_record(session, cast.olga, first.json()["id"])
    assert (record.user, record.open_count, record.can_manage_user) == (None, 2, False)
    assert record.excerpt == "<b>Sale</b>"
    assert await run(reports.close, cast.olga, report_id=record.id, outcome="resolved")
    assert await run(reports.report, cast.bob, target_kind="advertisement", target_id=1, **WHY)


WHY = {"reason": reports.ReportReason.SPAM}


async def test_what_readers_cannot_see_cannot_be_reported(client: AsyncClient, cast: Cast) -> None:
    advertisement = await create(cast.olga)
    await edit(cast.olga, advertisement, is_active=False)
    for id_ in (advertisement.id, 9_999):
        assert (await client.post(f"/ad/{id_}/report", json={"reason": "spam"})).status_code == 404


async def test_reports_of_guests_do_not_fill_the_table(client: AsyncClient, cast: Cast) -> None:
    advertisement = await create(cast.olga)
    for _ in range(25):
        receipt = await run(
            reports.report_advertisement, cast.guest, advertisement_id=advertisement.id, **WHY
        )
    assert not receipt.is_new
    async with read_session() as session:
        assert await reports.count_waiting(session) == 20


async def test_an_advertiser_reads_a_page(client: AsyncClient, cast: Cast) -> None:
    advertisement = await create(cast.olga, name="<i>Rye</i>", place="header")
    slot = Slot(advertisement.id, clock.now().date(), "header")
    counts = {CountKey(slot, "shown"): 1_200, CountKey(slot, "impressions"): 600}
    async with unit_of_work() as session:
        await advertising.store_batch(session, Batch(counts))
    token = await run(advertising.create_report_link, cast.olga, advertisement_id=advertisement.id)
    path = f"/ad/report/{token}"
    for by in ("day", "place", "community"):
        page = await client.get(path, params={"by": by}, headers=HTML)
        assert page.headers["content-type"].startswith("text/html")
        assert "&lt;i&gt;Rye" in page.text
        assert '<td class="number">50%</td>' in page.text
        assert page.headers["referrer-policy"] == "no-referrer"
    assert (await client.get(path)).json()["items"][0]["impressions"] == 600
    assert (await client.get("/ad/report/x", headers=HTML)).status_code == 404
