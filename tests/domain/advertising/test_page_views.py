"""Tests of what is counted for a reader, and of the signed addresses."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import AD_FREE, Actor
from community.domain.advertising import Placement, RunningAdvertisement
from community.domain.advertising.counting import CountBuffer, CountKey
from community.domain.advertising.page_views import PageViewMemory, find_link, record
from community.domain.advertising.placements import MAX_TOKEN_LENGTH, read_placement, sign_placement

GUEST = Actor()
MEMBER = Actor(user_id=7)
ADMIN = Actor(user_id=8, is_admin=True)


def make(id_: int = 1, **values: Any) -> RunningAdvertisement:
    started = clock.now() - timedelta(days=1)
    content = {"link": "https://a.example.com"}
    return RunningAdvertisement(id_, "sidebar", 10, started, content=content, **values)


def count(
    actor: Actor, *advertisements: RunningAdvertisement, views: str = "a", measure: Any = "clicks"
) -> list[CountKey]:
    counts, memory = CountBuffer(), PageViewMemory()
    for view in views:
        placements = [Placement(1, "sidebar", 5)]
        record(
            actor,
            advertisements,
            placements,
            measure,
            page_view=view,
            memory=memory,
            counts=counts,
        )
    batch = counts.take()
    return [] if batch is None else [key for key, n in batch.counts.items() for _ in range(n)]


def test_each_page_view_counts_once() -> None:
    keys = count(GUEST, make(), views="abaab")
    assert len(keys) == 2
    assert {(key.slot.advertisement_id, key.slot.community_id) for key in keys} == {(1, 5)}


def test_administrators_and_members_without_advertisements_are_not_counted() -> None:
    paying = replace(MEMBER, features=frozenset({AD_FREE}))
    assert count(ADMIN, make()) == []
    assert count(paying, make()) == []
    assert count(replace(MEMBER, viewer_id=8), make()) == []
    assert len(count(MEMBER, make())) == 1


def test_only_what_runs_is_counted_and_followed() -> None:
    ended = make(ends_at=clock.now() - timedelta(hours=1))
    future = replace(make(), starts_at=clock.now() + timedelta(hours=1))
    for advertisements in ([], [ended], [future], [make(2)]):
        assert count(GUEST, *advertisements) == []
        assert find_link(advertisements, 1) is None
    # An open page may show it after the budget of the hour was used.
    used = make(budget_impressions=5, impressions=5)
    assert len(count(GUEST, used)) == 1
    assert find_link([used], 1) == "https://a.example.com"


def test_the_account_is_remembered_only_for_a_daily_limit() -> None:
    limited, free = make(cap_per_day=3), make()
    assert count(MEMBER, limited, measure="impressions")[0].user_id == 7
    assert count(MEMBER, limited, measure="clicks")[0].user_id is None
    assert count(MEMBER, free, measure="impressions")[0].user_id is None
    assert count(GUEST, limited, measure="impressions")[0].user_id is None


@pytest.mark.usefixtures("db")
def test_a_signed_address_says_where_it_is_shown() -> None:
    placement = Placement(12, "comments", 2**62)
    token = sign_placement(placement)
    assert len(token) <= MAX_TOKEN_LENGTH
    assert read_placement(12, token) == placement
    assert read_placement(13, token) is None
    assert read_placement(12, f"1{token[1:]}") is None


@pytest.mark.usefixtures("db")
def test_a_forged_address_is_refused() -> None:
    digits = "0" * 24
    for token in ("", ".", "00", "0.", "00.x", f"10.{digits}", "\u0660.\ud800", "9" * 500):
        assert read_placement(1, token) is None
