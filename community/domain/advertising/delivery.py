"""The advertisements that a page carries, of which the browser shows one in each place."""

import random
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.cache import Cache
from community.domain.advertising import policies, targeting
from community.domain.advertising.placements import Placement, sign_placement
from community.domain.advertising.policies import Place
from community.domain.advertising.queries import list_running, list_seen_today
from community.domain.advertising.schemas import PageAdvertisements, PlacedAdvertisement

# A budget allows more impressions as time passes, and other processes count some.
CACHE_TTL_SECONDS: Final = 2.0
MAX_CACHED_PAGES: Final = 2_000
# All processes draw the same advertisements within this time, so that the live page contains those
# of the server-rendered page.
_DRAW_SECONDS: Final = 60

_pages: Cache[PageAdvertisements] = Cache(
    ttl_seconds=CACHE_TTL_SECONDS, max_size=MAX_CACHED_PAGES, single_flight=False
)

ReadRunning = Callable[[], Awaitable[Sequence[targeting.RunningAdvertisement]]]


async def get_page_advertisements(
    session: AsyncSession, actor: Actor, page: targeting.PageContext
) -> PageAdvertisements:
    """Return the advertisements of a page for the actor, without those seen too often today."""
    if not policies.may_see_advertisements(actor):
        return PageAdvertisements()
    engine = session.get_bind().engine
    shared = await get_shared_advertisements(engine, actor, page, lambda: list_running(session))
    return exclude(shared, await find_exhausted(session, actor, shared))


async def get_shared_advertisements(
    engine: Engine, actor: Actor, page: targeting.PageContext, read_running: ReadRunning
) -> PageAdvertisements:
    """Return what all guests or all members see on a page, as the actor, usually from the cache.

    Args:
        engine: The engine of the database, because tests use several databases in one process.
        read_running: Returns `list_running` if the cache does not contain the page.
    """
    if not actor.is_guest:
        page = replace(page, is_member=True)

    async def load() -> PageAdvertisements:
        return build_page_advertisements(await read_running(), page, clock.now())

    return await _pages.get_or_load((engine, page), load)


async def find_exhausted(
    session: AsyncSession, actor: Actor, shown: PageAdvertisements
) -> frozenset[int]:
    """Return the ids of those that a member has seen as often as their daily limit allows."""
    if actor.is_guest or not shown.has_daily_limits:
        return frozenset()
    seen = await list_seen_today(session, actor)
    return frozenset(
        candidate.id
        for candidate in _iterate(shown)
        if candidate.cap_per_day and seen.get(candidate.id, 0) >= candidate.cap_per_day
    )


def build_page_advertisements(
    running: Iterable[targeting.RunningAdvertisement], page: targeting.PageContext, now: datetime
) -> PageAdvertisements:
    available = list(running)
    turn = int(now.timestamp()) // _DRAW_SECONDS
    candidates = {
        place: targeting.select_candidates(
            available, place, page, now, _make_generator(place, turn)
        )
        for place in policies.PLACES
    }
    return PageAdvertisements(
        **{
            place: tuple(
                _place_advertisement(advertisement, place, page) for advertisement in found
            )
            for place, found in candidates.items()
        }
    )


def exclude(shown: PageAdvertisements, ids: Collection[int]) -> PageAdvertisements:
    if not ids:
        return shown
    return PageAdvertisements(
        **{
            place: tuple(item for item in getattr(shown, place) if item.id not in ids)
            for place in policies.PLACES
        }
    )


def clear_page_cache() -> None:
    _pages.clear()


def _make_generator(place: Place, turn: int) -> random.Random:
    return random.Random(f"{place} {turn}")  # noqa: S311  # nothing secret depends on it


def _iterate(shown: PageAdvertisements) -> Iterator[PlacedAdvertisement]:
    for place in policies.PLACES:
        yield from getattr(shown, place)


def _place_advertisement(
    advertisement: targeting.RunningAdvertisement, place: Place, page: targeting.PageContext
) -> PlacedAdvertisement:
    placement = Placement(advertisement.id, place, page.community_id)
    content = dict(advertisement.content)
    images = content.pop("images")
    content.pop("link")
    return PlacedAdvertisement(
        id=advertisement.id,
        at=sign_placement(placement),
        weight=advertisement.weight,
        every_nth=advertisement.every_nth or 0,
        cap_per_day=advertisement.cap_per_day or 0,
        is_house=advertisement.is_house,
        devices=tuple(advertisement.audience.devices),
        **images,
        **content,
    )
