"""Find users, communities, tags and posts by the words of their names, also unfinished ones."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    TextClause,
    and_,
    func,
    literal,
    literal_column,
    select,
    text,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col

from community.core.actor import Actor
from community.core.db import statements
from community.domain import follows, identity, posts
from community.domain.search.names.name_index import NameKind, find_name_words
from community.models import Post, PostTag, SearchName, SearchWord, User

# The most frequent words that begin with the last word of a query.
MAX_EXPANSIONS: Final = 12
# The names that are compared with a query: those with the highest rank, and the newest ones.
WINDOW_SIZE: Final = 500
# For each result of suggestions, so many names with each word are read first.
NAMES_PER_RESULT: Final = 4
MAX_QUERY_WORDS: Final = 8
# More posts with a tag are counted as this number, so that counting stays fast.
MAX_COUNTED: Final = 500
# The upper end of the words that begin with a text.
_LAST_CHARACTER: Final = "\U0010ffff"

HitKey = tuple[int, int, int, str]
"""The order of results: higher keys come first."""


class NameHit(NamedTuple):
    kind: NameKind
    id: int  # the id of the user, community or post; 0 for a tag
    name: str  # what the person reads: the title, the tag, the name of a user; "" of a community
    words: int  # the words of the query that the name contains as a whole
    rank: int  # how many followers, members or posts it has, as a logarithm
    slug: str = ""  # of a user or post

    @property
    def key(self) -> HitKey:
        return self.words, self.rank, self.id, self.name


class WantedNames(NamedTuple):
    kind: NameKind
    limit: int = WINDOW_SIZE
    conditions: Sequence[ColumnElement[bool]] = ()  # what else the users or posts must meet


async def search_names(
    session: AsyncSession, actor: Actor, text: str, wanted: Sequence[WantedNames]
) -> dict[NameKind, list[NameHit]]:
    """Return the names of each kind that contain all words of a text, best first.

    The last word may be incomplete, and if nothing is found, every word. Whole words come before
    beginnings of words, and then names with a higher rank, and newer ones. What the actor may not
    read is left out, and posts and tags of ignored authors.
    """
    words = find_name_words(text)[:MAX_QUERY_WORDS]
    if not words:
        return {names.kind: [] for names in wanted}
    if len(words) == 1:
        return await _find_by_beginning(session, actor, words[0], wanted)
    return await _find_with_all(session, actor, words, wanted)


async def _find_with_all(
    session: AsyncSession, actor: Actor, words: Sequence[str], wanted: Sequence[WantedNames]
) -> dict[NameKind, list[NameHit]]:
    *whole, last = words
    rarest, others = await _find_rarest(session, [names.kind for names in wanted], whole)
    drivers = {kind: [word] for kind, word in rarest.items()}
    found = await _list_with_all(
        session, drivers, complete=others, beginnings=[last], last=last, whole_count=len(whole)
    )
    hits = {
        names.kind: await _take_visible(session, actor, found.get(names.kind, []), names)
        for names in wanted
    }
    rest = [names for names in wanted if not hits[names.kind]]
    if rest:
        # The longest beginning is on average the rarest.
        longest = max(words, key=len)
        others = sorted((word for word in words if word != longest), key=len, reverse=True)
        drivers = await _expand(session, [names.kind for names in rest], longest)
        found = await _list_with_all(session, drivers, beginnings=others, last=last)
        for names in rest:
            hits[names.kind] = await _take_visible(session, actor, found[names.kind], names)
    return hits


async def _list_with_all(
    session: AsyncSession,
    drivers: Mapping[NameKind, Sequence[str]],
    *,
    complete: Sequence[str] = (),
    beginnings: Sequence[str],
    last: str,
    whole_count: int = 0,
) -> dict[NameKind, list[NameHit]]:
    """Return hits of each kind with all words, best first. Only those of tags have a name yet.

    Args:
        drivers: The words by which the index is read. A name has one of them.
        complete: The other words that a name has, the rarest first.
        beginnings: With each of these, a word of the name begins.
        last: The last word of the text. Names that have it as a whole come first.
        whole_count: How many words of the text each name has as a whole, besides the last one.
    """
    parts = [
        (kind, word, _get_window_size(words)) for kind, words in drivers.items() for word in words
    ]
    if not parts:
        return {}
    values = {"last": last}
    values |= {f"complete{number}": word for number, word in enumerate(complete)}
    for number, word in enumerate(beginnings):
        values |= {f"first{number}": word, f"end{number}": word + _LAST_CHARACTER}
    count, part_values = _bind_parts(session, parts)
    statement = _build_all_words_query(count, len(complete), len(beginnings))
    connection = await session.connection()
    found: dict[NameKind, dict[tuple[int, str], NameHit]] = {kind: {} for kind in drivers}
    rows = await connection.execute(statement, values | part_values)
    for number, _, target_id, tag, rank, has_last in rows:
        kind = parts[number][0]
        found[kind][target_id, tag] = NameHit(kind, target_id, tag, whole_count + has_last, rank)
    return _sort_hits(found)


@cache
def _build_all_words_query(parts: int | None, complete: int, beginnings: int) -> TextClause:
    # PostgreSQL would read all names with the word for EXISTS, or for a comparison of the column
    # itself.
    has_word = """(
        SELECT 1 FROM search_names AS other
        WHERE other.kind = hits.kind AND other.target_id = hits.target_id AND other.tag = hits.tag
        AND {0} LIMIT 1
    ) IS NOT NULL"""
    has_last = has_word.format("other.word || '' = :last")
    conditions = [f"other.word || '' = :complete{number}" for number in range(complete)]
    for number in range(beginnings):
        condition = f"other.word || '' >= :first{number} AND other.word || '' < :end{number}"
        conditions.append(condition)
    return text(
        f"SELECT hits.*, CASE WHEN {has_last} THEN 1 ELSE 0 END AS has_last "  # noqa: S608
        f"FROM ({_build_names_query(parts).text}) AS hits "
        f"WHERE {' AND '.join(map(has_word.format, conditions))}"
    )


async def has_word(session: AsyncSession, actor: Actor, *, kind: NameKind, word: str) -> bool:
    """Return whether a name that the actor may read has exactly this word."""
    found = await _list_names(session, {kind: [word]}, {kind: WINDOW_SIZE})
    return bool(await _take_visible(session, actor, found[kind], WantedNames(kind, limit=1)))


async def _find_by_beginning(
    session: AsyncSession, actor: Actor, beginning: str, wanted: Sequence[WantedNames]
) -> dict[NameKind, list[NameHit]]:
    """Return the names of each kind with words that begin with a text, best first.

    First the query reads as few names as usually suffice, then a whole window.
    """
    words = await _expand(session, [names.kind for names in wanted], beginning)
    full = {kind: _get_window_size(words[kind]) for kind in words}
    sizes = {names.kind: min(NAMES_PER_RESULT * names.limit, full[names.kind]) for names in wanted}
    hits: dict[NameKind, list[NameHit]] = {}
    while sizes:
        found = await _list_names(session, words, sizes)
        for names in wanted:
            if names.kind in sizes:
                hits[names.kind] = await _take_visible(session, actor, found[names.kind], names)
        sizes = {
            kind: full[kind]
            for kind, limit, _ in wanted
            if kind in sizes and sizes[kind] < full[kind]
            if len(hits[kind]) < limit and len(found[kind]) >= sizes[kind]
        }
    return hits


async def _expand(
    session: AsyncSession, kinds: Sequence[NameKind], beginning: str
) -> dict[NameKind, list[str]]:
    """Return the most frequent words of each kind that begin with a text, and the text first."""
    values = {f"kind{number}": kind.value for number, kind in enumerate(kinds)}
    values["first"] = beginning
    if not (has_two_letters := len(beginning) == 2):
        values["last"] = beginning + _LAST_CHARACTER
    connection = await session.connection()
    statement = _build_words_query(len(kinds), has_two_letters=has_two_letters)
    rows = await connection.execute(statement, values)
    words = {kind: [beginning] for kind in kinds}
    for number, word in rows:
        if word != beginning:
            words[kinds[number]].append(word)
    return words


async def _list_names(
    session: AsyncSession,
    words: Mapping[NameKind, Sequence[str]],
    sizes: Mapping[NameKind, int],
) -> dict[NameKind, list[NameHit]]:
    """Return hits with any of the words of their kind. Only those of tags have a name yet.

    Args:
        sizes: How many names with each word are read, by the kinds that are wanted.
    """
    parts = [(kind, word, size) for kind, size in sizes.items() for word in words[kind]]
    count, values = _bind_parts(session, parts)
    connection = await session.connection()
    rows = await connection.execute(_build_names_query(count), values)
    found: dict[NameKind, dict[tuple[int, str], NameHit]] = {kind: {} for kind in sizes}
    # Names with the first word first.
    for number, _, target_id, tag, rank in sorted(rows.all(), key=itemgetter(0)):
        kind, word, _ = parts[number]
        if (target_id, tag) not in found[kind]:
            hit = NameHit(kind, target_id, tag, int(word == words[kind][0]), rank)
            found[kind][target_id, tag] = hit
    return _sort_hits(found)


def _get_window_size(words: Sequence[str]) -> int:
    """Return how many names with each of the words are in the window."""
    return max(WINDOW_SIZE // len(words), 50)


def _sort_hits(
    found: Mapping[NameKind, Mapping[Any, NameHit]],
) -> dict[NameKind, list[NameHit]]:
    return {
        kind: sorted(hits.values(), key=lambda hit: hit.key, reverse=True)
        for kind, hits in found.items()
    }


def _bind_parts(
    session: AsyncSession, parts: Sequence[tuple[NameKind, str, int]]
) -> tuple[int | None, dict[str, Any]]:
    """Return the argument and the values of `_build_names_query`.

    Args:
        parts: Kinds of names, words, and how many names with the word are read.
    """
    if session.get_bind().dialect.name == "postgresql":
        kinds, words, sizes = map(list, zip(*parts, strict=True))
        return None, {"kinds": kinds, "words": words, "sizes": sizes}
    values: dict[str, Any] = {}
    for number, (kind, word, size) in enumerate(parts):
        values |= {f"kind{number}": kind.value, f"word{number}": word, f"size{number}": size}
    return len(parts), values


# SQLAlchemy needs longer to build these queries than a database to run them.
@cache
def _build_words_query(kinds: int, *, has_two_letters: bool) -> TextClause:
    # Too many words begin with two letters to sort them. An index has them in this order.
    begins = "substr(word, 1, 2) = :first" if has_two_letters else "word >= :first AND word < :last"
    part = f"""
        SELECT * FROM (
            SELECT {{0}} AS number, word FROM search_words
            WHERE kind = :kind{{0}} AND {begins}
            ORDER BY uses DESC, word LIMIT {MAX_EXPANSIONS}
        ) AS words{{0}}
        """  # noqa: S608
    return text(" UNION ALL ".join(part.format(number) for number in range(kinds)))


# PostgreSQL needs longer to plan a union of many parts than to run it.
_NAMES_ON_POSTGRESQL: Final = """
    SELECT parts.number - 1 AS number, parts.kind, names.target_id, names.tag, names.rank
    FROM unnest(CAST(:kinds AS varchar[]), CAST(:words AS varchar[]), CAST(:sizes AS integer[]))
    WITH ORDINALITY AS parts (kind, word, size, number)
    CROSS JOIN LATERAL (
        SELECT target_id, tag, rank FROM search_names
        WHERE kind = parts.kind AND word = parts.word COLLATE "C"
        ORDER BY rank DESC, target_id DESC, tag DESC LIMIT parts.size
    ) AS names
    """


@cache
def _build_names_query(parts: int | None) -> TextClause:
    """Return a query of the names with each word. On PostgreSQL, `parts` is None."""
    if parts is None:
        return text(_NAMES_ON_POSTGRESQL)
    part = """
        SELECT * FROM (
            SELECT {0} AS number, kind, target_id, tag, rank FROM search_names
            WHERE kind = :kind{0} AND word = :word{0}
            ORDER BY rank DESC, target_id DESC, tag DESC LIMIT :size{0}
        ) AS names{0}
        """
    return text(" UNION ALL ".join(part.format(number) for number in range(parts)))


async def _take_visible(
    session: AsyncSession,
    actor: Actor,
    found: Sequence[NameHit],
    wanted: WantedNames,
) -> list[NameHit]:
    if wanted.kind is NameKind.COMMUNITY:  # Everyone may read the names of communities.
        return list(found[: wanted.limit])
    hits: list[NameHit] = []
    size = NAMES_PER_RESULT * wanted.limit
    for start in range(0, len(found), size):
        batch = found[start : start + size]
        if wanted.kind is NameKind.TAG:
            names = await _load_visible_tags(session, actor, [hit.name for hit in batch])
            hits += [hit for hit in batch if hit.name in names]
        else:
            model, name = _NAMES[wanted.kind]
            is_one_of = statements.is_one_of(col(model.id), [hit.id for hit in batch])
            query = select(col(model.id), name, col(model.slug)).where(
                is_one_of, *wanted.conditions, *_visible_to(actor, wanted.kind)
            )
            rows = {row[0]: row for row in await session.execute(query)}
            hits += [
                hit._replace(name=row[1], slug=row[2])
                for hit in batch
                if (row := rows.get(hit.id)) is not None
            ]
        if len(hits) >= wanted.limit:
            break
    return hits[: wanted.limit]


async def _load_visible_tags(
    session: AsyncSession, actor: Actor, tags: Sequence[str]
) -> Collection[str]:
    # Parameters, because PostgreSQL uses no index to compare tags of posts with those of names: the
    # collations of the columns differ.
    found = statements.rows_of(session, tags)
    # PostgreSQL would read all tagged posts for EXISTS, or without the order of the index.
    newest = (
        select(col(PostTag.post_id))
        .join(Post, col(Post.id) == col(PostTag.post_id))
        .where(col(PostTag.tag) == found.c.value, *_visible_to(actor, NameKind.POST))
        .order_by(col(PostTag.published_at).desc())
        .limit(1)
    )
    query = select(found.c.value).where(newest.scalar_subquery().is_not(None))
    return set(await session.scalars(query))


async def _find_rarest(
    session: AsyncSession, kinds: Sequence[NameKind], words: Sequence[str]
) -> tuple[dict[NameKind, str], list[str]]:
    """Find the rarest word of each kind in whose names all words occur.

    Returns:
        The rarest words by kind, and the words that are not the rarest of all these kinds, in the
        order in which most names lack them.
    """
    rows = await session.execute(
        select(col(SearchWord.kind), col(SearchWord.word), col(SearchWord.uses)).where(
            col(SearchWord.kind).in_(kinds), col(SearchWord.word).in_(words)
        )
    )
    counts: dict[NameKind, dict[str, int]] = {}
    for kind, word, uses in rows:
        counts.setdefault(NameKind(kind), {})[word] = uses
    complete = {kind: uses for kind, uses in counts.items() if len(uses) == len(words)}
    rarest = {kind: min(words, key=uses.__getitem__) for kind, uses in complete.items()}
    drivers = set(rarest.values())
    others = [word for word in words if drivers != {word}]
    others.sort(key=lambda word: (word in drivers, sum(uses[word] for uses in complete.values())))
    return rarest, others


async def count_posts(session: AsyncSession, actor: Actor, tags: Sequence[str]) -> dict[str, int]:
    """Return how many posts that lists show to the actor have each tag, at most `MAX_COUNTED`."""
    if not tags:
        return {}
    parts = [
        select(literal(tag).label("tag"))
        .select_from(PostTag)
        .join(Post, col(Post.id) == col(PostTag.post_id))
        .where(col(PostTag.tag) == tag, *_visible_to(actor, NameKind.POST))
        .limit(MAX_COUNTED)
        .subquery()
        for tag in dict.fromkeys(tags)
    ]
    rows = union_all(*(select(part) for part in parts)).subquery()
    counts = select(rows.c.tag, func.count()).group_by(rows.c.tag)
    return {row[0]: row[1] for row in await session.execute(counts)}


def has_words(
    kind: NameKind, target_id: Any, words: Sequence[str], tag: Any = "", *, whole: int | None = None
) -> list[ColumnElement[bool]]:
    """Return the SQL conditions that a name has all words.

    Args:
        whole: How many of the words are complete. Without it, the last one may be incomplete.
    """
    complete = len(words) - 1 if whole is None else whole
    return [
        _has_word(kind, target_id, tag, word, is_complete=position < complete)
        for position, word in enumerate(words)
    ]


def _has_word(
    kind: NameKind, target_id: Any, tag: Any, word: str, *, is_complete: bool
) -> ColumnElement[bool]:
    other = aliased(SearchName)
    is_word = (
        col(other.word) == word
        if is_complete
        else and_(col(other.word) >= word, col(other.word) < word + _LAST_CHARACTER)
    )
    is_same = (
        col(other.kind) == kind,
        col(other.target_id) == target_id,
        col(other.tag) == tag,
    )
    return select(literal_column("1")).where(*is_same, is_word).exists()


_NAMES: Final[dict[NameKind, tuple[Any, Any]]] = {
    NameKind.USER: (User, col(User.name)),
    NameKind.POST: (Post, col(Post.title)),
}


def _visible_to(actor: Actor, kind: NameKind) -> list[ColumnElement[bool]]:
    if kind is NameKind.USER:
        # The actor may read the profiles of ignored users. Suggestions leave them out.
        return [identity.is_active]
    is_not_ignored = follows.build_ignored_author_filter(actor, col(Post.author_id))
    return [posts.listed_for(actor), is_not_ignored]
