"""Parses what a person types into the search field, and the period that limits a search.

`"two words"` finds a phrase, `-word` excludes a word or a phrase, and `author:`, `community:` and
`tag:` (or `#tag`) limit the results. No text is an error of syntax: what has no meaning is ignored.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from community.core.errors import Invalid
from community.core.text.normalization import clean_line, normalize_word
from community.core.text.stems import find_stems, find_words
from community.i18n import gettext as _

MAX_QUERY_LENGTH: Final = 200
# More words make a query slow, but the results hardly better.
MAX_TERMS: Final = 16
MAX_TAGS: Final = 5
MAX_TIME_LENGTH: Final = 40

# The Russian names, because the keyboard of a Russian query has no Latin letters.
_FILTERS: Final = {
    "author": "author",
    "автор": "author",
    "community": "community",
    "сообщество": "community",
    "tag": "tag",
    "тег": "tag",
    "#": "tag",
}
_DATE_LENGTH: Final = len("2026-01-31")
_QUOTES: Final = '"“”„«»'
# A part of a query: the sign of an exclusion, the name of a filter, and a quoted text or a word.
# The last quote may be missing. Inside a word, the sign excludes nothing: "re-read".
_PART: Final = re.compile(
    rf"(?<!\S)(?P<minus>-?)"
    rf"(?:(?P<filter>{'|'.join(name for name in _FILTERS if name != '#')}):|(?P<hash>\#(?=\w)))?"
    rf"(?:[{_QUOTES}](?P<quoted>[^{_QUOTES}]*)[{_QUOTES}]?|(?P<word>[^\s{_QUOTES}]+))",
    re.IGNORECASE,
)

Phrase = tuple[str, ...]
"""The stems of words that follow each other. A single word is a phrase of one stem."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The conditions of a search. A result meets all of them."""

    phrases: tuple[Phrase, ...] = ()  # words and phrases that the result contains
    excluded: tuple[Phrase, ...] = ()  # words and phrases that it does not contain
    author: str = ""  # the username of the author, or ""
    community: str = ""
    tags: tuple[str, ...] = ()
    # The last word as it is typed, normalized, if the query ends with it. It may be incomplete, so
    # that suggestions also find longer words.
    last_word: str = ""

    def __bool__(self) -> bool:
        """Return whether there is anything to look for. An exclusion alone is not enough."""
        return bool(self.phrases or self.author or self.community or self.tags)


def parse_query(text: str) -> SearchQuery:
    line = clean_line(text, field="q", max_length=MAX_QUERY_LENGTH)
    phrases: dict[Phrase, None] = {}
    excluded: dict[Phrase, None] = {}
    filters: dict[str, list[str]] = {"author": [], "community": [], "tag": []}
    for part in _PART.finditer(line):
        value = part["word"] if part["quoted"] is None else part["quoted"]
        name = "#" if part["hash"] else (part["filter"] or "").lower()
        if name and not part["minus"]:
            if slug := _clean_filter(value):
                filters[_FILTERS[name]].append(slug)
            continue
        if value.endswith(":") and value[:-1].casefold() in _FILTERS:
            continue  # a filter without a value
        stems = tuple(find_stems(value))
        if stems:
            (excluded if part["minus"] else phrases)[stems] = None
    return SearchQuery(
        phrases=tuple(phrases)[:MAX_TERMS],
        excluded=tuple(excluded)[:MAX_TERMS],
        author=next(iter(filters["author"]), "").removeprefix("@"),
        community=next(iter(filters["community"]), ""),
        tags=tuple(dict.fromkeys(filters["tag"]))[:MAX_TAGS],
        last_word=_find_last_word(line),
    )


def parse_start(text: str) -> datetime | None:
    """Return the beginning of a day, or a time, or None for an empty text.

    Args:
        text: A date, or a time in ISO 8601. Without a time zone, it is in UTC.

    Raises:
        Invalid: The text is neither.
    """
    return _parse_time(text, field="from")[0] if text.strip() else None


def parse_end(text: str) -> datetime | None:
    """Return the time before which a text was published that is not younger than a day or a time.

    Raise `Invalid` if the text is neither a date nor a time.
    """
    if not text.strip():
        return None
    start, length = _parse_time(text, field="to")
    try:
        return start + length
    except OverflowError:
        return start


def _clean_filter(value: str) -> str:
    return value.casefold().strip().strip(",.;")


def _find_last_word(line: str) -> str:
    """Return the last word, or "" if something follows it or it belongs to a filter."""
    parts = list(_PART.finditer(line))
    if not parts or parts[-1]["word"] is None:
        return ""
    part = parts[-1]
    words = list(find_words(part["word"]))
    is_text = not (part["minus"] or part["filter"] or part["hash"])
    if not (is_text and words and words[-1].end == len(part["word"])):
        return ""
    return normalize_word(part["word"][words[-1].start :])


def _parse_time(text: str, *, field: str) -> tuple[datetime, timedelta]:
    """Return the first moment that the text names, and how long after it the next one begins."""
    text = text.strip()
    try:
        if len(text) <= _DATE_LENGTH:
            midnight = datetime.combine(date.fromisoformat(text), time(), UTC)
            return midnight, timedelta(days=1)
        moment = datetime.fromisoformat(text[:MAX_TIME_LENGTH])
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC), timedelta(microseconds=1)
    except (ValueError, OverflowError) as error:
        message = _("Enter a date, for example 2026-01-31.")
        raise Invalid.for_field(field, message) from error
