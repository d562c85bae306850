from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from community.core import clock, rate_limits
from community.core.actor import GUEST, Actor
from community.core.errors import TooManyRequests


@pytest.fixture(autouse=True)
def clear_rate_limits(site: object) -> Iterator[None]:
    rate_limits.get_window.cache_clear()
    yield
    rate_limits.get_window.cache_clear()


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
async def test_a_rate_limit_allows_exactly_the_given_number_of_requests(
    group: str, limit: int
) -> None:
    for used in range(1, limit + 1):
        assert (await rate_limits.count_hit(group, "user:1")).remaining == limit - used
    with pytest.raises(TooManyRequests) as error:
        await rate_limits.count_hit(group, "user:1")
    assert error.value.details["group"] == group
    assert 0 < error.value.details["retry_after"] <= 60


async def test_a_request_is_allowed_when_the_retry_after_time_has_passed() -> None:
    for _ in range(5):
        await rate_limits.count_hit("login", "user:1")
    with pytest.raises(TooManyRequests) as error:
        await rate_limits.count_hit("login", "user:1")
    with clock.travel(timedelta(seconds=error.value.details["retry_after"])):
        assert (await rate_limits.count_hit("login", "user:1")).remaining >= 0


async def test_a_refunded_request_does_not_count_against_the_limit() -> None:
    for _ in range(5):
        last = await rate_limits.count_hit("login", "user:1")
    await rate_limits.refund_hit(last)
    assert (await rate_limits.count_hit("login", "user:1")).remaining == 0


def test_users_are_limited_per_account_and_guests_per_ip_address() -> None:
    assert rate_limits.get_actor_key(Actor(user_id=7, ip_address="203.0.113.7")) == "user:7"
    assert rate_limits.get_actor_key(replace(GUEST, ip_address="203.0.113.7")) == "ip:203.0.113.7"


def test_guests_with_ipv6_are_limited_per_network() -> None:
    guest = replace(GUEST, ip_address="2001:db8:1:2::1")
    same_network = replace(GUEST, ip_address="2001:db8:1:2:ffff::9")
    other_network = replace(GUEST, ip_address="2001:db8:1:3::1")
    assert (
        rate_limits.get_actor_key(guest)
        == rate_limits.get_actor_key(same_network)
        == "ip:2001:db8:1:2::/64"
    )
    assert rate_limits.get_actor_key(guest) != rate_limits.get_actor_key(other_network)
