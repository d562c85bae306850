"""Measures how much advertisements slow down pages, in turns with and without them."""

from collections.abc import Awaitable, Callable

import httpx

from community import urls
from community.domain.advertising import PLACES_BY_KIND
from tests.bench.load import LoadResult

TURNS = 6
_API = f"{urls.ADMIN_API}/advertisements"
_SETTINGS = f"{urls.ADMIN_API}/settings/advertisements"


async def measure_ratios(
    url: str, admin_token: str, measures: dict[str, Callable[[], Awaitable[LoadResult]]]
) -> dict[str, tuple[float, float]]:
    """Return the requests per second without and with three advertisements in each place.

    The turns alternate, so that other programs on the machine slow down both alike.
    """
    rates: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in measures}
    async with httpx.AsyncClient(base_url=url, cookies={"session": admin_token}) as client:
        await _create(client)
        for turn in range(TURNS):
            for is_on in (False, True) if turn % 2 else (True, False):
                await _switch(client, is_on=is_on)
                for name, measure in measures.items():
                    rates[name][is_on].append((await measure()).requests_per_second)
        await _switch(client, is_on=False)
    return {name: (_average(off), _average(on)) for name, (off, on) in rates.items()}


async def _create(client: httpx.AsyncClient) -> None:
    for kind, places in PLACES_BY_KIND.items():
        for place in places:
            for number in range(3):
                body = {
                    "name": f"{place} {number}",
                    "kind": kind,
                    "place": place,
                    "title": f"Bread of the day, part {number}",
                    "text": "Sourdough from stone-ground rye, baked at four in the morning.",
                    "button": "See the bread",
                    "link": "https://bakery.example.com/bread",
                }
                (await client.post(_API, json=body)).raise_for_status()


async def _switch(client: httpx.AsyncClient, *, is_on: bool) -> None:
    """Switch advertisements on or off, and check that pages follow."""
    body = {"values": {"advertisements_enabled": is_on}}
    (await client.patch(_SETTINGS, json=body)).raise_for_status()
    page = await client.get(urls.NEW, headers={"Accept": "text/html"})
    if ("data-ad=" in page.text) is not is_on:
        raise RuntimeError("The page does not follow the switch of advertisements.")


def _average(values: list[float]) -> float:
    return sum(values) / len(values)
