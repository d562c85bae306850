from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from community import throttle
from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.errors import TooMany
from community.throttle import windows


@pytest.fixture(autouse=True)
def nothing_counted(site: object) -> Iterator[None]:
    windows.window.cache_clear()
    yield
    windows.window.cache_clear()


@pytest.mark.parametrize(
    ("group", "limit"),
    [
        ("login", 5),
        ("register", 5),
        ("comments", 30),
        ("media", 20),
        ("private_messages", 60),
        ("payment_webhooks", 120),
    ],
)
async def test_a_promised_limit_is_exact_at_one_over(group: str, limit: int) -> None:
    for used in range(1, limit + 1):
        assert (await throttle.hit(group, "user:1")).remaining == limit - used
    with pytest.raises(TooMany) as refused:
        await throttle.hit(group, "user:1")
    assert refused.value.details["group"] == group
    assert 0 < refused.value.details["retry_after"] <= 60


async def test_waiting_as_long_as_told_is_enough() -> None:
    for _ in range(5):
        await throttle.hit("login", "user:1")
    with pytest.raises(TooMany) as refused:
        await throttle.hit("login", "user:1")
    with clock.moved(timedelta(seconds=refused.value.details["retry_after"])):
        assert (await throttle.hit("login", "user:1")).remaining >= 0


async def test_a_hit_given_back_can_be_used_again() -> None:
    for _ in range(5):
        last = await throttle.hit("login", "user:1")
    await throttle.give_back(last)
    assert (await throttle.hit("login", "user:1")).remaining == 0


def test_people_count_by_account_and_guests_by_where_they_come_from() -> None:
    assert throttle.key_of(Actor(user_id=7, address="203.0.113.7")) == "user:7"
    assert throttle.key_of(replace(GUEST, address="203.0.113.7")) == "visitor:203.0.113.7"


def test_all_addresses_of_one_network_are_one_visitor() -> None:
    one = replace(GUEST, address="2001:db8:1:2::1")
    other = replace(GUEST, address="2001:db8:1:2:ffff::9")
    neighbour = replace(GUEST, address="2001:db8:1:3::1")
    assert throttle.key_of(one) == throttle.key_of(other) == "visitor:2001:db8:1:2::/64"
    assert throttle.key_of(one) != throttle.key_of(neighbour)
