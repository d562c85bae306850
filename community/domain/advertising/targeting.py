"""Which advertisements fit a place of a page. These functions do not access the database."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from community.domain.advertising import policies, schemas
from community.domain.advertising.pacing import has_allowance

# The shared page carries at most this many, of which the browser chooses one.
MAX_CANDIDATES: Final = 4


@dataclass(frozen=True, slots=True)
class RunningAdvertisement:
    """An advertisement that is switched on and approved, with what the choice depends on."""

    id: int
    place: policies.Place
    weight: int
    starts_at: datetime
    ends_at: datetime | None = None
    budget_impressions: int | None = None
    impressions: int = 0
    audience: schemas.Audience = field(default_factory=schemas.Audience)
    every_nth: int | None = None
    cap_per_day: int | None = None
    is_house: bool = False
    content: Any = None


@dataclass(frozen=True, slots=True)
class PageContext:
    """What an audience can depend on: the page and the kind of reader, but not the person."""

    language: str
    community_id: int = 0  # the community of the page, or 0
    tags: frozenset[str] = frozenset()  # the tags of the post, or the tag of the feed
    is_member: bool = False


def is_in_period(advertisement: RunningAdvertisement, now: datetime) -> bool:
    return advertisement.starts_at <= now and (
        advertisement.ends_at is None or now < advertisement.ends_at
    )


def is_due(advertisement: RunningAdvertisement, now: datetime) -> bool:
    """Return whether it is within its period, and its budget allows one more impression now."""
    return is_in_period(advertisement, now) and has_allowance(
        advertisement.budget_impressions,
        advertisement.impressions,
        advertisement.starts_at,
        advertisement.ends_at,
        now,
    )


def matches_audience(audience: schemas.Audience, page: PageContext) -> bool:
    """Return whether the page and its readers belong to the audience.

    The device is not considered, because the server does not know it. The browser does.
    """
    return (
        _accepts(audience.communities, (page.community_id,))
        and _accepts(audience.tags, page.tags)
        and _accepts(audience.languages, (page.language,))
        and audience.readers in ("all", "members" if page.is_member else "guests")
    )


def select_candidates(
    advertisements: Iterable[RunningAdvertisement],
    place: policies.Place,
    page: PageContext,
    now: datetime,
    rng: random.Random,
) -> list[RunningAdvertisement]:
    """Return the advertisements of which the browser chooses one by weight.

    If more than `MAX_CANDIDATES` fit, they are drawn by weight, so that each is chosen with the
    probability that its weight gives it. A house advertisement is the last one. The browser
    shows it if it can show no other, for example because the reader has had enough of them.
    """
    fitting = [
        advertisement
        for advertisement in advertisements
        if advertisement.place == place
        and is_due(advertisement, now)
        and matches_audience(advertisement.audience, page)
    ]
    paid = [advertisement for advertisement in fitting if not advertisement.is_house]
    house = [advertisement for advertisement in fitting if advertisement.is_house]
    return [*_draw(paid, MAX_CANDIDATES, rng), *_draw(house, 1, rng)]


def _draw(
    advertisements: Sequence[RunningAdvertisement], count: int, rng: random.Random
) -> list[RunningAdvertisement]:
    if len(advertisements) <= count:
        return list(advertisements)
    weights = [advertisement.weight for advertisement in advertisements]
    drawn = Counter(rng.choices(range(len(advertisements)), weights, k=count))
    return [replace(advertisements[index], weight=times) for index, times in drawn.items()]


def _accepts(wanted: Collection[Any], offered: Iterable[Any]) -> bool:
    return not wanted or any(value in wanted for value in offered)
