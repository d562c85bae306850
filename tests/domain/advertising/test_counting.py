"""Tests that impressions and clicks are counted exactly."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import advertising
from community.domain.advertising import AdvertisementView, Batch, CountKey, Slot
from community.domain.advertising.counting import CountBuffer
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create


def key(
    advertisement: AdvertisementView,
    measure: Any = "impressions",
    user_id: int | None = None,
    community_id: int = 0,
    days: int = 0,
) -> CountKey:
    day = clock.now().date() + timedelta(days=days)
    slot = Slot(advertisement.id, day, advertisement.place, community_id)
    return CountKey(slot, measure, user_id)


async def store(batch: Batch) -> bool:
    async with unit_of_work() as session:
        return await advertising.store_batch(session, batch)


async def fail_to_store(batch: Batch) -> None:
    async with unit_of_work() as session:
        await advertising.store_batch(session, batch)
        raise ZeroDivisionError


async def get(cast: Cast, advertisement: AdvertisementView) -> AdvertisementView:
    async with read_session() as session:
        return await advertising.get_advertisement(session, cast.olga, advertisement.id)


async def list_rows(cast: Cast, advertisement: AdvertisementView, by: Any = "day") -> list[Any]:
    async with read_session() as session:
        rows = await advertising.get_statistics(
            session, cast.olga, advertisement_id=advertisement.id, by=by
        )
    return [(row.key, row.shown, row.impressions, row.clicks) for row in rows]


async def test_counts_are_added_by_day_place_and_community(cast: Cast) -> None:
    shown = await create(cast.olga)
    today = str(clock.now().date())
    yesterday = str(clock.now().date() - timedelta(days=1))
    first = {key(shown, "shown"): 3, key(shown): 2, key(shown, "clicks"): 1}
    assert await store(Batch({**first, key(shown, community_id=5): 4, key(shown, days=-1): 7}))
    assert await store(Batch({key(shown): 1}))
    assert await list_rows(cast, shown) == [(yesterday, 0, 7, 0), (today, 3, 7, 1)]
    assert await list_rows(cast, shown, "place") == [("sidebar", 3, 14, 1)]
    assert await list_rows(cast, shown, "community") == [("0", 3, 10, 1), ("5", 0, 4, 0)]
    found = await get(cast, shown)
    assert (found.shown, found.impressions, found.clicks) == (3, 14, 1)


async def test_a_repeated_batch_is_not_added_again(cast: Cast) -> None:
    shown = await create(cast.olga)
    buffer = CountBuffer()
    buffer.add(key(shown))
    batch = buffer.take()
    assert batch
    assert await store(batch)
    # The process does not know that the transaction was committed.
    buffer.add(key(shown), 2)
    assert buffer.take() is batch
    assert not await store(batch)
    buffer.mark_stored(batch)
    following = buffer.take()
    assert following
    assert following is not batch
    assert await store(following)
    assert (await get(cast, shown)).impressions == 3


async def test_a_failed_batch_changes_nothing(cast: Cast) -> None:
    shown = await create(cast.olga)
    batch = Batch({key(shown): 1})
    with pytest.raises(ZeroDivisionError):
        await fail_to_store(batch)
    assert (await get(cast, shown)).impressions == 0
    assert await store(batch)
    assert (await get(cast, shown)).impressions == 1


async def test_two_processes_count_exactly_up_to_the_daily_limit(cast: Cast) -> None:
    limited = await create(cast.olga, cap_per_day=5)
    free = await create(cast.olga, name="Free")
    batches = [
        Batch({key(limited, user_id=cast.alice.id): 2, key(free): 1, key(limited): 1})
        for _ in range(6)
    ]
    assert all(await asyncio.gather(*map(store, batches)))
    assert (await get(cast, limited)).impressions == 5 + 6
    assert (await get(cast, free)).impressions == 6
    async with read_session() as session:
        assert await advertising.queries.list_seen_today(session, cast.alice) == {limited.id: 5}
        assert await advertising.queries.list_seen_today(session, cast.bob) == {}
        assert await advertising.queries.list_seen_today(session, cast.guest) == {}
    with clock.travel(timedelta(days=1)):
        assert await store(Batch({key(limited, user_id=cast.alice.id): 9}))
        assert (await get(cast, limited)).impressions == 16


async def test_counts_of_deleted_advertisements_and_accounts_do_not_stop_others(
    cast: Cast,
) -> None:
    deleted, kept = await create(cast.olga), await create(cast.olga, cap_per_day=2)
    await run(advertising.remove_advertisement, cast.olga, advertisement_id=deleted.id)
    assert await store(Batch({key(deleted): 1, key(kept): 1, key(kept, user_id=10**6): 1}))
    assert (await get(cast, kept)).impressions == 2


async def test_past_limits_are_deleted(cast: Cast) -> None:
    limited = await create(cast.olga, cap_per_day=5)
    await store(Batch({key(limited, user_id=cast.alice.id, days=-2): 2}))
    await store(Batch({key(limited, user_id=cast.alice.id): 1}))
    async with unit_of_work() as session:
        await advertising.delete_past_counts(session)
    async with read_session() as session:
        assert await advertising.queries.list_seen_today(session, cast.alice) == {limited.id: 1}


async def test_the_buffer_is_bounded(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("community.domain.advertising.counting.MAX_PENDING_KEYS", 1)
    shown, buffer = await create(cast.olga), CountBuffer()
    assert buffer.add(key(shown))
    assert not buffer.add(key(shown, community_id=1))
    assert buffer.add(key(shown))


async def test_a_report_is_read_with_its_address_until_it_is_revoked(cast: Cast) -> None:
    shown = await create(cast.olga)
    await store(Batch({key(shown): 2}))
    token = await run(advertising.create_report_link, cast.olga, advertisement_id=shown.id)
    async with read_session() as session:
        name, [row] = await advertising.get_report(session, token=token, by="place")
        assert (name, row.impressions) == ("Spring sale", 2)
        with pytest.raises(NotFound):
            await advertising.get_report(session, token="x" * 43, by="place")
    await run(advertising.revoke_report_link, cast.olga, advertisement_id=shown.id)
    async with read_session() as session:
        with pytest.raises(NotFound):
            await advertising.get_report(session, token=token, by="place")
