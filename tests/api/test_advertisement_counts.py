"""Tests of the HTTP routes that count advertisements and follow them."""

from typing import Any

import pytest
from httpx import AsyncClient, Response

from community.core import rate_limits
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import advertising, site
from community.domain.advertising import AdvertisementView, Placement
from community.jobs.update_advertisements import store_advertisement_counts
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create
from tests.workflows.payments.buyers import buy, sell

BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}

FOLLOWED_LINK = {
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Referer": f"{settings().base_url}/new",
}


@pytest.fixture(autouse=True)
def no_earlier_counts() -> None:
    while (batch := advertising.buffer.take()) is not None:
        advertising.buffer.mark_stored(batch)
    advertising.page_views.page_view_memory.clear()


async def report(client: AsyncClient, page_view: str, *ids: int, **headers: str) -> Response:
    items = [
        {"id": id_, "at": advertising.placements.sign_placement(Placement(id_, "sidebar", 0))}
        for id_ in ids
    ]
    body = {"page_view": page_view, "shown": items, "impressions": items}
    response = await client.post("/ad/counts", json=body, headers={**BROWSER, **headers})
    assert response.status_code == 204, response.text
    return response


async def click(client: AsyncClient, id_: int, view: str | None = "a", **headers: str) -> Response:
    at = advertising.placements.sign_placement(Placement(id_, "sidebar", 0))
    params = {"at": at} if view is None else {"at": at, "view": view}
    return await client.get(
        f"/ad/{id_}", params=params, headers={**BROWSER, **FOLLOWED_LINK, **headers}
    )


async def get_counts(cast: Cast, advertisement: AdvertisementView) -> tuple[int, int, int]:
    await store_advertisement_counts()
    async with read_session() as session:
        found = await advertising.get_advertisement(session, cast.olga, advertisement.id)
    return found.shown, found.impressions, found.clicks


async def test_page_views_and_clicks_of_readers_are_counted(
    client: AsyncClient, cast: Cast
) -> None:
    shown = await create(cast.olga)
    await report(client, "first", shown.id)
    await report(client, "first", shown.id)
    await report(client, "second", shown.id)
    response = await click(client, shown.id)
    assert (response.status_code, response.headers["location"]) == (302, shown.link)
    assert response.headers["cache-control"] == "no-store"
    await click(client, shown.id)
    assert await get_counts(cast, shown) == (2, 2, 1)


@pytest.mark.parametrize(
    "headers",
    [
        {"User-Agent": ""},
        {"User-Agent": "curl/8.5.0"},
        {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
        {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36"},
        {"User-Agent": "facebookexternalhit/1.1"},
        {"Sec-Purpose": "prefetch;prerender"},
        {"Purpose": "prefetch"},
        {"X-Moz": "prefetch"},
    ],
)
async def test_programs_and_prefetching_are_not_counted(
    client: AsyncClient, cast: Cast, headers: dict[str, str]
) -> None:
    shown = await create(cast.olga)
    await report(client, "a", shown.id, **headers)
    for view in ("a", None):
        assert (await click(client, shown.id, view, **headers)).status_code == 302
    assert await get_counts(cast, shown) == (0, 0, 0)


@pytest.mark.parametrize("view", [None, "a"])
async def test_clicks_count_once_per_page_view_in_all_processes(
    client: AsyncClient, cast: Cast, view: str | None
) -> None:
    shown = await create(cast.olga)
    for _ in range(2):
        await click(client, shown.id, view)
        # Another process remembers nothing of this one.
        advertising.page_views.page_view_memory.clear()
    assert (await get_counts(cast, shown))[2] == 1


async def test_clicks_without_scripts_count_once_per_page_and_reader(
    client: AsyncClient, cast: Cast
) -> None:
    shown = await create(cast.olga)
    await click(client, shown.id, None)
    await click(client, shown.id, None, Referer=f"{settings().base_url}/popular")
    await click(client, shown.id, None, **{"User-Agent": BROWSER["User-Agent"] + " Other"})
    assert (await get_counts(cast, shown))[2] == 3


@pytest.mark.parametrize("view", [None, "a"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-User": ""},
        {"Sec-Fetch-User": ""},
        {**dict.fromkeys(FOLLOWED_LINK, ""), "Referer": "https://evil.example.com/"},
        dict.fromkeys(FOLLOWED_LINK, ""),
    ],
)
async def test_only_links_on_pages_of_the_site_are_counted(
    client: AsyncClient, cast: Cast, headers: dict[str, str], view: str | None
) -> None:
    shown = await create(cast.olga)
    assert (await click(client, shown.id, view, **headers)).status_code == 302
    assert await get_counts(cast, shown) == (0, 0, 0)


async def test_browsers_that_send_only_the_referring_page_are_counted(
    client: AsyncClient, cast: Cast
) -> None:
    shown = await create(cast.olga)
    empty = dict.fromkeys(("Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-User"), "")
    await click(client, shown.id, None, **empty)
    await click(client, shown.id, "", **empty)
    assert await get_counts(cast, shown) == (0, 0, 1)


async def test_a_network_counts_a_limited_number_of_clicks_a_minute(
    client: AsyncClient, cast: Cast
) -> None:
    shown = await create(cast.olga)
    allowed = rate_limits.LIMITS["advertisement_clicks"].hits
    for number in range(allowed + 5):
        assert (await click(client, shown.id, f"view-{number}")).status_code == 302
    assert await get_counts(cast, shown) == (0, 0, allowed)


@pytest.mark.parametrize("view", [None, "a"])
async def test_members_without_advertisements_are_not_counted(
    client: AsyncClient, cast: Cast, view: str | None
) -> None:
    shown = await create(cast.olga)
    await buy(cast.bob, await sell(cast.olga, features=["ad_free"]))
    await sign_in(client, cast.bob)
    await report(client, "a", shown.id)
    await click(client, shown.id, view)
    assert await get_counts(cast, shown) == (0, 0, 0)


async def test_administrators_are_not_counted(client: AsyncClient, cast: Cast) -> None:
    shown = await create(cast.olga)
    await sign_in(client, cast.olga)
    await report(client, "a", shown.id)
    await click(client, shown.id)
    await click(client, shown.id, None)
    assert await get_counts(cast, shown) == (0, 0, 0)


async def test_a_forged_place_is_not_counted(client: AsyncClient, cast: Cast) -> None:
    shown = await create(cast.olga)
    items = [{"id": shown.id, "at": "00.000000000000000000000000"}]
    body = {"page_view": "a", "shown": items, "impressions": items}
    response = await client.post("/ad/counts", json=body, headers=BROWSER)
    assert response.status_code == 204
    response = await client.get(f"/ad/{shown.id}", headers={**BROWSER, **FOLLOWED_LINK})
    assert response.headers["location"] == shown.link
    assert await get_counts(cast, shown) == (0, 0, 0)


async def test_an_address_leads_nowhere_else(client: AsyncClient, cast: Cast) -> None:
    shown = await create(cast.olga)
    for query in ("url=https://evil.example.com", "link=//evil.example.com", "at=https://e.com"):
        response = await client.get(f"/ad/{shown.id}?{query}", headers=BROWSER)
        if response.status_code != 422:
            assert response.headers["location"] == shown.link
    assert (await client.get("/ad/404", headers=BROWSER)).status_code == 404
    await run(
        site.update_settings, cast.olga, site.AdvertisingSettings(advertisements_enabled=False)
    )
    assert (await click(client, shown.id)).status_code == 404


async def test_a_daily_limit_holds_for_an_account(client: AsyncClient, cast: Cast) -> None:
    limited: Any = await create(cast.olga, cap_per_day=2)
    await sign_in(client, cast.alice)
    for page_view in "abcd":
        await report(client, page_view, limited.id)
    assert await get_counts(cast, limited) == (4, 2, 0)


async def test_the_report_of_the_advertiser_is_read_without_an_account(
    client: AsyncClient, cast: Cast
) -> None:
    shown = await create(cast.olga)
    await report(client, "a", shown.id)
    await store_advertisement_counts()
    api = f"/admin-panel/api/advertisements/{shown.id}/report-link"
    await sign_in(client, cast.olga)
    url = (await client.post(api)).json()["url"]
    path = "/ad/report/" + url.rpartition("/")[2]
    client.cookies.clear()
    found = (await client.get(path, params={"by": "place"})).json()
    assert found["name"] == "Spring sale"
    assert found["items"] == [{"key": "sidebar", "shown": 1, "impressions": 1, "clicks": 0}]
    text = (await client.get(f"{path}/statistics.csv")).text
    assert text.splitlines()[0] == "\ufeffday,shown,impressions,clicks"
    await sign_in(client, cast.olga)
    assert (await client.delete(api)).status_code == 204
    client.cookies.clear()
    assert (await client.get(path)).status_code == 404
