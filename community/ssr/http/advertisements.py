"""Inserts advertisements into server-rendered pages.

The cached content of a page contains markers where advertisements can be, and is the same for all
readers. Each response joins it with the advertisements for its readers, which are rendered once for
all of them. So a change of advertisements removes no page from the cache.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from cachetools import LRUCache, cached

from community.components.advertisements import advertisement, advertisement_slot
from community.core.actor import Actor
from community.core.db import sessions as database
from community.domain import advertising
from community.rendering import html_output
from community.ssr.http.gzip import DEFAULT_LEVEL, EMPTY_CHUNK, Chunk

_SCRIPT_FILE: Final = Path(__file__).parents[3] / "assets" / "ui" / "advertising" / "choice.js"
_COMMENT: Final = re.compile(r"/\*\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_MARKER: Final = re.compile(r"<!-- ad:([a-z_]+) -->")
MAX_RENDERED_SLOTS: Final = 500
MAX_VARIANTS: Final = 2

# After how many markers a place shows an advertisement, by place.
Intervals = tuple[tuple[str, int], ...]


def load_choice_script() -> bytes:
    """Return the script that pages with advertisements contain, before their first place."""
    source = _COMMENT.sub("", _SCRIPT_FILE.read_text()).replace("export ", "")
    lines = filter(None, map(str.strip, source.splitlines()))
    body = "\n".join(lines)
    return f"<script>(()=>{{{body}\nwindow.showAdvertisement=showOne}})()</script>".encode()


# Chooses one advertisement at once, so that the page does not move later.
SLOT_SCRIPT: Final = (
    b"<script>showAdvertisement(document.currentScript.previousElementSibling)</script>"
)
CHOICE_SCRIPT: Final = load_choice_script()
# The policy of all pages allows these scripts.
SCRIPTS: Final = CHOICE_SCRIPT + SLOT_SCRIPT


@dataclass(frozen=True, slots=True)
class PageSlots:
    """The advertisements of a response: their HTML by place, and where they are.

    Attributes:
        digest: The same for the same advertisements.
        is_individual: Whether a daily limit leaves out some for one reader.
    """

    digest: str
    chunks: Mapping[str, Chunk] = field(default_factory=dict)
    intervals: Intervals = ()
    script: Chunk = EMPTY_CHUNK
    is_individual: bool = False


NO_SLOTS: Final = PageSlots("")


class MarkedContent:
    """HTML with markers where advertisements can be, and its variants with advertisements."""

    def __init__(self, html: str, level: int = DEFAULT_LEVEL) -> None:
        self._parts = _MARKER.split(html)
        self._level = level
        self._compressed: dict[Intervals, Sequence[Chunk | str]] = {}
        # Guests and members get two variants at most, for as long as no advertisement changes.
        self._joined: LRUCache[str, Chunk] = LRUCache(MAX_VARIANTS)
        self.size = (2 + MAX_VARIANTS) * len(html)

    def join(self, slots: PageSlots) -> Chunk:
        """Return the content with the advertisements, usually without joining it again.

        That of one reader is not kept, because it would replace that of all others.
        """
        if slots.is_individual:
            return self._fill_quickly(slots)
        joined = self._joined.get(slots.digest)
        if joined is None:
            joined = self._joined[slots.digest] = self._fill(slots)
        return joined

    def _fill(self, slots: PageSlots) -> Chunk:
        """Compress the whole content, in which repeated advertisements need few bytes."""
        html = slots.script.plain
        for text, place in self._cut(dict(slots.intervals)):
            html += text.encode() + (slots.chunks[place].plain if place else b"")
        return Chunk.compress(html, self._level)

    def _fill_quickly(self, slots: PageSlots) -> Chunk:
        """Join parts that are compressed already."""
        parts = self._compressed.get(slots.intervals)
        if parts is None:
            parts = self._compressed[slots.intervals] = [
                part
                for text, place in self._cut(dict(slots.intervals))
                for part in (Chunk.compress(text.encode(), self._level), place)
            ]
        filled = (slots.chunks[part] if isinstance(part, str) else part for part in parts if part)
        return Chunk.join((slots.script, *filled))

    def _cut(self, intervals: Mapping[str, int]) -> Iterator[tuple[str, str]]:
        """Yield each text with the place that follows it. No place follows the last text."""
        counts: dict[str, int] = {}
        text = self._parts[0]
        for place, following in zip(self._parts[1::2], self._parts[2::2], strict=True):
            counts[place] = counts.get(place, 0) + 1
            if place in intervals and counts[place] % (intervals[place] or 1) == 0:
                yield text, place
                text = ""
            text += following
        yield text, ""


def remove_markers(html: str) -> str:
    return _MARKER.sub("", html)


def split_at_markers(html: str) -> list[str]:
    return _MARKER.split(html)[::2]


async def load_slots(page: advertising.PageContext | None, actor: Actor) -> PageSlots:
    """Return the advertisements for a reader of a page. `page` is None if it never has any."""
    if page is None or not advertising.may_see_advertisements(actor):
        return NO_SLOTS
    engine = database.engine().sync_engine
    shown = await advertising.get_shared_advertisements(engine, actor, page, _read_running)
    if shown.has_daily_limits and not actor.is_guest:
        async with database.read_session() as session:
            exhausted = await advertising.find_exhausted(session, actor, shown)
        if exhausted:
            slots = _render_slots(advertising.exclude(shown, exhausted))
            return replace(slots, is_individual=True)
    return _render_slots(shown)


def make_preview_slots(place: str) -> PageSlots:
    """Return an empty element in the place, into which the Admin Panel writes an advertisement."""
    if place not in advertising.PLACES:
        return NO_SLOTS
    with html_output():
        slot: Any = advertisement_slot(place=place, data_preview="")
    # After each post or discussion, because a page may have few of them.
    return PageSlots(f"preview {place}", {place: Chunk.compress(slot.encode())}, ((place, 1),))


async def _read_running() -> Sequence[advertising.RunningAdvertisement]:
    async with database.read_session() as session:
        return await advertising.list_running(session)


@cached(LRUCache[str, PageSlots](MAX_RENDERED_SLOTS), key=attrgetter("digest"))
def _render_slots(shown: advertising.PageAdvertisements) -> PageSlots:
    places = [place for place in advertising.PLACES if getattr(shown, place)]
    if not places:
        return NO_SLOTS
    return PageSlots(
        shown.digest,
        {place: _render_slot(getattr(shown, place), place) for place in places},
        tuple((place, shown.get_interval(place)) for place in places),
        Chunk.compress(CHOICE_SCRIPT),
    )


def _render_slot(
    candidates: Sequence[advertising.PlacedAdvertisement], place: advertising.Place
) -> Chunk:
    with html_output():
        elements = [
            advertisement(candidate, data_rule=_describe_rule(candidate), hidden=index > 0)
            for index, candidate in enumerate(candidates)
        ]
        slot: Any = advertisement_slot(*elements, place=place)
    return Chunk.compress(slot.encode() + SLOT_SCRIPT)


def _describe_rule(candidate: advertising.PlacedAdvertisement) -> str:
    """Return what `assets/ui/advertising/choice.js` reads."""
    numbers = (candidate.weight, candidate.every_nth, candidate.cap_per_day, candidate.is_house + 0)
    return " ".join([*map(str, numbers), *candidate.devices])
