"""Finds the part of a text that shows best why a search found it."""

from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass, field
from html import escape
from typing import Final

from community.core.text.stems import Word, find_matching_words

EXCERPT_LENGTH: Final = 200
# So many characters before the first match show its sentence.
LEADING_LENGTH: Final = 40
# Matches after so many characters are not shown.
MAX_SEARCHED_LENGTH: Final = 10_000
ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    # The positions in `text` of the words that a query contains, each with its end
    matches: tuple[tuple[int, int], ...] = ()
    # The words of the query that the whole text contains, also outside the excerpt
    stems: frozenset[str] = field(default=frozenset(), compare=False)


def make_excerpt(text: str, stems: Collection[str], *, length: int = EXCERPT_LENGTH) -> Excerpt:
    """Return the part of a text that contains most of the different stems."""
    matches = _find_matches(text[:MAX_SEARCHED_LENGTH], stems, length)
    first = _find_best_start(matches, length - LEADING_LENGTH)
    start = _find_word_start(text, max(0, first - LEADING_LENGTH)) if len(text) > length else 0
    end = _find_word_end(text, start + length)
    prefix, suffix = ELLIPSIS if start else "", ELLIPSIS if end < len(text) else ""
    offset = len(prefix) - start
    return Excerpt(
        prefix + text[start:end] + suffix,
        tuple(
            (word.start + offset, word.end + offset)
            for word in _join_overlapping(matches)
            if start <= word.start and word.end <= end
        ),
        frozenset(word.stem for word in matches),
    )


def _find_matches(text: str, stems: Collection[str], length: int) -> list[Word]:
    """Return the words of a text with these stems, up to the end of a part that contains all."""
    wanted, matches, end = set(stems), [], len(text)
    seen: dict[str, int] = {}
    for word in find_matching_words(text, wanted):
        if word.start > end:
            break
        matches.append(word)
        seen[word.stem] = word.start
        if end == len(text) and len(seen) == len(wanted):
            first = min(seen.values())
            if word.end - first <= length - LEADING_LENGTH:
                end = first + length
    return matches


def _find_best_start(matches: list[Word], length: int) -> int:
    """Return where the first part begins that contains the most different stems."""
    best_start, best_count = 0, 0
    window: deque[Word] = deque()
    counts: Counter[str] = Counter()
    for word in matches:
        window.append(word)
        counts[word.stem] += 1
        while word.end - window[0].start > length and len(window) > 1:
            left = window.popleft().stem
            counts[left] -= 1
            if not counts[left]:
                del counts[left]
        if len(counts) > best_count:
            best_start, best_count = window[0].start, len(counts)
    return best_start


def _find_word_start(text: str, position: int) -> int:
    """Return the position after the next space, if it is near, so that no word is cut."""
    if position == 0:
        return 0
    space = text.find(" ", position - 1, position + LEADING_LENGTH - 1)
    return position if space < 0 else space + 1


def _find_word_end(text: str, position: int) -> int:
    if position >= len(text):
        return len(text)
    space = text.rfind(" ", position - LEADING_LENGTH, position + 1)
    return position if space < 0 else space


def _join_overlapping(words: list[Word]) -> list[Word]:
    """Join the pairs of characters of languages without spaces, which overlap."""
    joined: list[Word] = []
    for word in words:
        if joined and word.start < joined[-1].end:
            joined[-1] = Word(joined[-1].stem, joined[-1].start, word.end)
        else:
            joined.append(word)
    return joined


def to_html(excerpt: Excerpt) -> str:
    """Return an excerpt as HTML in which `<mark>` surrounds the words of the query."""
    parts, position = [], 0
    for start, end in excerpt.matches:
        parts.append(escape(excerpt.text[position:start]))
        parts.append(f"<mark>{escape(excerpt.text[start:end])}</mark>")
        position = end
    return "".join((*parts, escape(excerpt.text[position:])))
