"""Tests of which advertisements fit a page."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from community.domain.advertising import PageContext, RunningAdvertisement
from community.domain.advertising.schemas import Audience
from community.domain.advertising.targeting import MAX_CANDIDATES, is_due, select_candidates

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
PAGE = PageContext("en", community_id=3, tags=frozenset({"rye", "flour"}), is_member=True)


def make(id_: int = 1, **values: Any) -> RunningAdvertisement:
    defaults: dict[str, Any] = {
        "place": "sidebar",
        "weight": 10,
        "starts_at": NOW - timedelta(days=1),
    }
    return RunningAdvertisement(id=id_, **{**defaults, **values})


def select(*advertisements: RunningAdvertisement, page: PageContext = PAGE) -> list[int]:
    found = select_candidates(advertisements, "sidebar", page, NOW, random.Random(1))
    return [advertisement.id for advertisement in found]


@pytest.mark.parametrize(
    "audience",
    [
        {},
        {"communities": [1, 3]},
        {"tags": ["rye"]},
        {"languages": ["en"]},
        {"readers": "members"},
        {"devices": ["phone"]},  # the browser decides
    ],
)
def test_an_audience_fits(audience: dict[str, Any]) -> None:
    assert select(make(audience=Audience(**audience))) == [1]


@pytest.mark.parametrize(
    "audience",
    [
        {"communities": [1]},
        {"tags": ["wheat"]},
        {"languages": ["ru"]},
        {"readers": "guests"},
        {"communities": [3], "tags": ["wheat"]},
    ],
)
def test_an_audience_does_not_fit(audience: dict[str, Any]) -> None:
    assert select(make(audience=Audience(**audience))) == []


def test_only_what_is_within_its_period_and_budget_is_due() -> None:
    day = timedelta(days=1)
    assert is_due(make(), NOW)
    assert not is_due(make(starts_at=NOW + day), NOW)
    assert not is_due(make(ends_at=NOW), NOW)
    assert not is_due(make(budget_impressions=5, impressions=5), NOW)
    half: dict[str, Any] = {"starts_at": NOW - day, "ends_at": NOW + day, "budget_impressions": 100}
    assert is_due(make(**half, impressions=50), NOW)
    assert not is_due(make(**half, impressions=51), NOW)


def test_a_house_advertisement_is_the_last_choice() -> None:
    assert select(make(1, is_house=True), make(2), make(3, place="header")) == [2, 1]
    assert select(make(1, is_house=True), make(2, audience=Audience(readers="guests"))) == [1]


def test_many_advertisements_are_drawn_by_weight() -> None:
    weights = {id_: id_ * 10 for id_ in range(1, 8)}
    advertisements = [make(id_, weight=weight) for id_, weight in weights.items()]
    rng, rounds, chosen = random.Random(7), 20_000, Counter[int]()
    for _ in range(rounds):
        found = select_candidates(advertisements, "sidebar", PAGE, NOW, rng)
        assert len(found) <= MAX_CANDIDATES
        [one] = rng.choices(found, [candidate.weight for candidate in found])
        chosen[one.id] += 1
    for id_, weight in weights.items():
        expected = weight / sum(weights.values())
        assert chosen[id_] / rounds == pytest.approx(expected, abs=0.015)
