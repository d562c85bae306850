"""Records what a reader saw and clicked in the counts of this process."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cachetools import TTLCache

from community.core import clock
from community.core.actor import Actor
from community.domain.advertising import policies
from community.domain.advertising.counting import CountBuffer, CountKey, Measure, Slot, buffer
from community.domain.advertising.placements import Placement
from community.domain.advertising.targeting import RunningAdvertisement, is_in_period

# A page that is open longer does not repeat what it has reported.
PAGE_VIEW_SECONDS: Final = 3_600.0
MAX_REMEMBERED: Final = 200_000
PAGE_VIEW_LENGTH: Final = 32


@dataclass(frozen=True, slots=True)
class PageViewMemory:
    """What was counted for the page views of the last hour, in the memory of this process.

    The id of a page view is random. It is neither stored nor connected with a reader.
    """

    _claimed: TTLCache[tuple[str, int, Measure], None] = field(
        default_factory=lambda: TTLCache(MAX_REMEMBERED, PAGE_VIEW_SECONDS)
    )

    def claim(self, page_view: str, advertisement_id: int, measure: Measure) -> bool:
        key = (page_view, advertisement_id, measure)
        if key in self._claimed:
            return False
        self._claimed[key] = None
        return True

    def clear(self) -> None:
        self._claimed.clear()


page_view_memory: Final = PageViewMemory()


def record(
    actor: Actor,
    running: Sequence[RunningAdvertisement],
    placements: Iterable[Placement],
    measure: Measure,
    *,
    page_view: str,
    memory: PageViewMemory = page_view_memory,
    counts: CountBuffer = buffer,
) -> int:
    """Count advertisements once per page view, and return how many were counted.

    Nothing is counted for administrators, for members without advertisements, and for
    advertisements that do not run.
    """
    if not policies.is_counted(actor):
        return 0
    now, by_id = clock.now(), {advertisement.id: advertisement for advertisement in running}
    counted = 0
    for placement in placements:
        advertisement = by_id.get(placement.advertisement_id)
        if advertisement is None or not is_in_period(advertisement, now):
            continue
        if not memory.claim(page_view, advertisement.id, measure):
            continue
        is_limited = advertisement.cap_per_day is not None and measure == "impressions"
        slot = Slot(advertisement.id, now.date(), placement.place, placement.community_id)
        key = CountKey(slot, measure, actor.user_id if is_limited else None)
        counted += counts.add(key)
    return counted


def find_link(running: Sequence[RunningAdvertisement], advertisement_id: int) -> str | None:
    """Return the stored address of an advertisement that runs, or None.

    The link also works when the budget is used up for now, because open pages still show the
    advertisement.
    """
    now = clock.now()
    for advertisement in running:
        if advertisement.id == advertisement_id and is_in_period(advertisement, now):
            link: str = advertisement.content["link"]
            return link
    return None
