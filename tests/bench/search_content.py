"""Posts and comments for the benchmarks of the search, in the order of time.

Each unit is a post and two comments on earlier posts. Half of the posts are Russian and half are
English. The frequencies of words follow Zipf's law, so that the commonest word of a language is in
most of its posts and in 40 % of its comments. The same number of a unit always has the same texts.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import accumulate
from math import exp
from typing import Any, NamedTuple

from community.core.ids import encode_sortable
from community.core.text.stems import find_stems
from community.domain.search.index import documents, tokens
from community.domain.search.index.documents import SearchableText, TextKey
from community.domain.search.names import NameKind
from community.models import (
    Comment,
    Community,
    Post,
    PostTag,
    SearchDocument,
    SearchName,
    SearchWord,
    User,
)

# Of each language.
VOCABULARY = 50_000
COMMUNITIES, TAGS = 500, 20_000
COMMENTS = 2
# How many of the last posts get new comments.
RECENT_POSTS = 10_000
# Medians of the number of words, whose logarithms are normally distributed with this deviation.
POST_WORDS, COMMENT_WORDS, DEVIATION = 50, 14, 0.9
MAX_WORDS = 2_000
START = datetime(2024, 1, 1, tzinfo=UTC)
SECONDS_PER_UNIT = 90
RUSSIAN, ENGLISH = 0, 1
POST_KIND = NameKind.POST.value
SYLLABLES = (
    ("ба", "во", "ги", "дра", "же", "зо", "ка", "ли", "мо", "ну", "пе", "ро", "сти", "ту", "хо"),
    ("ba", "co", "di", "fra", "ge", "ho", "ja", "ki", "lo", "mu", "ne", "po", "sti", "tu", "wo"),
)


@dataclass(frozen=True, slots=True)
class Size:
    """How much content there is."""

    posts: int
    authors: int = 300_000
    # The length of the long text of each language. Texts are parts of it, so that the stems of its
    # words are found once.
    words: int = 1 << 22


Rows = dict[Any, list[tuple[Any, ...]]]
"""Rows by the class of their table. The key `TOKENS` has ids of documents with their tokens."""

TOKENS = "search_tokens"
# The columns that differ between the rows of a table. The others have the values of `TEMPLATES`.
COLUMNS: dict[Any, tuple[str, ...]] = {
    User: ("id", "slug", "name", "email", "followers_count"),
    Community: ("id", "slug", "name", "members_count"),
    Post: (
        *("id", "title", "text", "html", "excerpt", "cover", "author_id", "community_id", "tags"),
        *("comments_count", "reactions_count", "hotness", "published_at", "created_at"),
    ),
    PostTag: ("tag", "post_id", "hotness", "published_at"),
    Comment: (
        *("id", "post_id", "branch_id", "path", "author_id", "community_id", "text", "html"),
        *("descendants_count", "reactions_count", "score", "created_at"),
    ),
    SearchDocument: (
        *("id", "post_id", "comment_id", "community_id", "published_at", "title_stems"),
        *("words_count", "reactions_level", "comments_level"),
    ),
    SearchName: ("kind", "word", "rank", "target_id", "tag"),
    SearchWord: ("kind", "word", "uses"),
}
TEMPLATES: dict[Any, Any] = {
    User: User(slug="", name="", name_skeleton="", email=""),
    Community: Community(slug="", name="", owner_id=1),
    Post: Post(slug="post", title="", author_id=1, status="published", saved_at=START),
    PostTag: PostTag(tag="", post_id=1, hotness=0, published_at=START),
    Comment: Comment(post_id=1, author_id=1),
    SearchDocument: SearchDocument(post_id=1, published_at=START),
    SearchName: SearchName(kind="", word="", target_id=0),
    SearchWord: SearchWord(kind="", word=""),
}


@cache
def get_words(language: int) -> list[str]:
    """Return invented words of a language, the commonest and shortest first."""
    words: dict[str, None] = {}
    number = len(SYLLABLES[language])
    while len(words) < VOCABULARY:
        rest, parts = number, []
        while rest:
            parts.append(SYLLABLES[language][rest % 15])
            rest //= 15
        words["".join(parts)] = None
        number += 1
    return list(words)


@cache
def get_tags() -> list[str]:
    """Return the tags, the commonest first."""
    return [get_words(number % 2)[100 + number // 2] for number in range(TAGS)]


@cache
def _get_weights() -> list[float]:
    return list(accumulate(1 / (number + 3) for number in range(VOCABULARY)))


@cache
def _get_tag_weights() -> list[float]:
    return _get_weights()[:TAGS]


class Part(NamedTuple):
    """A part of the long text of a language."""

    text: str
    stems: Sequence[str]


@dataclass(frozen=True, slots=True)
class Language:
    """A long text as words, and as their stems."""

    words: list[str]
    stems: list[str]

    def choose(self, generator: random.Random, length: int) -> Part:
        first = int(generator.random() * (len(self.words) - length))
        last = first + length
        return Part(" ".join(self.words[first:last]), self.stems[first:last])


@cache
def get_languages(length: int) -> tuple[Language, ...]:
    languages = []
    for language in (RUSSIAN, ENGLISH):
        words = get_words(language)
        stems = list(map(_find_stem, words))
        numbers = random.Random(language).choices(
            range(VOCABULARY), cum_weights=_get_weights(), k=length
        )
        long_text = list(map(words.__getitem__, numbers))
        languages.append(Language(long_text, list(map(stems.__getitem__, numbers))))
    return tuple(languages)


@cache
def _find_stem(word: str) -> str:
    return "".join(find_stems(word))


def generate_people(authors: int) -> Iterator[Rows]:
    """Yield the users and communities with their names in the index, in batches."""
    draws = _Draws(random.Random(0), authors)
    for first in range(1, authors + 1, 10_000):
        rows: Rows = {User: [], SearchName: []}
        for number in range(first, min(first + 10_000, authors + 1)):
            words = [get_words(number % 2)[draws.generator.randrange(VOCABULARY)] for _ in range(2)]
            name, slug = " ".join(words).title(), f"author-{number}"
            followers = draws.draw_count()
            rows[User].append((number, slug, name, f"{slug}@example.com", followers))
            rows[SearchName] += [
                (NameKind.USER.value, word, followers.bit_length(), number, "")
                for word in dict.fromkeys((slug, "author", str(number), *words))
            ]
        yield rows
    communities = [
        (n, f"community-{n}", get_words(n % 2)[200 + n].title(), 3 * COMMUNITIES // n)
        for n in range(1, COMMUNITIES + 1)
    ]
    names = [
        (NameKind.COMMUNITY.value, word, members.bit_length(), n, "")
        for n, slug, name, members in communities
        for word in dict.fromkeys((slug, "community", str(n), name.lower()))
    ]
    yield {Community: communities, SearchName: names}


@dataclass(frozen=True, slots=True)
class _Draws:
    """Random numbers of a unit."""

    generator: random.Random
    authors: int

    def draw_author(self) -> int:
        return int(self.authors * self.generator.random() ** 3) + 1

    def draw_length(self, median: int) -> int:
        return min(MAX_WORDS, max(2, int(median * exp(self.generator.gauss(0, DEVIATION)))))

    def draw_count(self) -> int:
        """Return a number of reactions, comments or followers, of which few are high."""
        return min(10_000, int(self.generator.paretovariate(1.2)) - 1)


# Comments have the tags of one of the last posts.
@lru_cache(2 * RECENT_POSTS)
def _get_tags_of(post_id: int) -> list[str]:
    generator = random.Random(f"tags {post_id}")
    count = generator.randint(0, 3)
    return sorted(set(generator.choices(get_tags(), cum_weights=_get_tag_weights(), k=count)))


def generate_texts(units: range, size: Size) -> Rows:
    """Return the rows of the posts and comments of units."""
    rows: Rows = {Post: [], PostTag: [], Comment: [], SearchDocument: [], SearchName: []}
    rows[TOKENS] = []
    languages = get_languages(size.words)
    for unit in units:
        draws = _Draws(random.Random(unit), size.authors)
        _add_post(rows, draws, languages, unit)
        for number in range(COMMENTS):
            _add_comment(rows, draws, languages, unit, number)
    return rows


def _add_post(rows: Rows, draws: _Draws, languages: Sequence[Language], unit: int) -> None:
    generator, published_at = draws.generator, get_time(unit)
    language = languages[get_language_of(unit)]
    title = language.choose(generator, generator.randint(4, 10))
    part = language.choose(generator, draws.draw_length(POST_WORDS))
    tags = _get_tags_of(unit)
    author_id, community_id = draws.draw_author(), _get_community_of(unit)
    comments, reactions = draws.draw_count(), draws.draw_count()
    cover = "/media/cover.webp" if generator.random() < 0.1 else None
    text = SearchableText(
        TextKey(unit), author_id, community_id, published_at, title.text, tags, part.text,
        has_image=cover is not None, reactions_level=tokens.find_level(reactions),
        comments_level=tokens.find_level(comments),
    )  # fmt: skip
    hotness = unit / 500 + reactions.bit_length()
    rows[Post].append(
        (
            *(
                unit,
                title.text,
                part.text,
                f"<p>{part.text}</p>",
                part.text[:200],
                cover,
                author_id,
                community_id,
            ),
            *(tags, comments, reactions, hotness, published_at, published_at),
        )
    )
    rows[PostTag] += [(tag, unit, hotness, published_at) for tag in tags]
    rows[SearchName] += [
        (POST_KIND, word, 0, unit, "") for word in dict.fromkeys(title.text.split(" "))
    ]
    _add_document(rows, (unit - 1) * (COMMENTS + 1) + 1, text, title.stems, part.stems)


def _add_comment(
    rows: Rows, draws: _Draws, languages: Sequence[Language], unit: int, number: int
) -> None:
    generator, published_at = draws.generator, get_time(unit)
    comment_id = (unit - 1) * COMMENTS + number + 1
    post_id = generator.randint(max(1, unit - RECENT_POSTS), unit)
    language = languages[get_language_of(post_id)]
    part = language.choose(generator, draws.draw_length(COMMENT_WORDS))
    author_id, community_id = draws.draw_author(), _get_community_of(post_id)
    replies, reactions = draws.draw_count(), draws.draw_count()
    text = SearchableText(
        TextKey(post_id, comment_id), author_id, community_id, published_at, "",
        _get_tags_of(post_id), part.text,
        has_image=False, reactions_level=tokens.find_level(reactions),
        comments_level=tokens.find_level(replies),
    )  # fmt: skip
    rows[Comment].append(
        (
            *(comment_id, post_id, comment_id, encode_sortable(comment_id), author_id),
            *(community_id, part.text, f"<p>{part.text}</p>", replies, reactions),
            *(float(reactions), published_at),
        )
    )
    _add_document(rows, (unit - 1) * (COMMENTS + 1) + number + 2, text, (), part.stems)


def _add_document(
    rows: Rows,
    document_id: int,
    text: SearchableText,
    title_stems: Sequence[str],
    stems: Sequence[str],
) -> None:
    tag_stems = [] if text.key.comment_id else list(map(_find_stem, text.tags))
    entry = documents.build_entry_of_stems(text, title_stems, tag_stems, stems)
    rows[SearchDocument].append(
        (
            *(document_id, text.key.post_id, text.key.comment_id, text.community_id),
            *(text.published_at, entry.title_stems, entry.words_count),
            *(text.reactions_level, text.comments_level),
        )
    )
    rows[TOKENS].append((document_id, entry.tokens))


def get_language_of(post_id: int) -> int:
    return post_id * 7919 % 104_729 % 2


def get_time(unit: int) -> datetime:
    return START + timedelta(seconds=SECONDS_PER_UNIT * unit)


def _get_community_of(post_id: int) -> int | None:
    """Return the community of a post. Each fifth post is on a profile, and few have many posts."""
    number = post_id * 7919 % 104_729 / 104_729
    return None if number < 0.2 else int(COMMUNITIES * (number - 0.2) ** 2 / 0.64) + 1
