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
from community.models import Community, Post, PostTag, SearchName, SearchWord, User

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
    name: str  # what the person reads: the name, the title, or the tag
    words: int  # the words of the query that the name contains as a whole
    rank: int  # how many followers, members or posts it has, as a logarithm

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
    read or ignores is left out.
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
    hits: dict[NameKind, list[NameHit]] = {names.kind: [] for names in wanted}
    ordered = await _order_by_rarity(session, list(hits), whole)
    for names in wanted:
        if names.kind in ordered:
            driver, *complete = ordered[names.kind]
            found = await _list_with_all(
                session, names.kind, [driver], complete=complete, beginnings=[last], last=last
            )
            hits[names.kind] = await _take_visible(session, actor, found, names)
    rest = [names for names in wanted if not hits[names.kind]]
    if rest:
        # The longest beginning is on average the rarest.
        longest = max(words, key=len)
        others = [word for word in words if word != longest]
        expanded = await _expand(session, [names.kind for names in rest], longest)
        for names in rest:
            found = await _list_with_all(
                session, names.kind, expanded[names.kind], beginnings=others, last=last
            )
            hits[names.kind] = await _take_visible(session, actor, found, names)
    return hits


async def _list_with_all(
    session: AsyncSession,
    kind: NameKind,
    drivers: Sequence[str],
    *,
    complete: Sequence[str] | None = None,
    beginnings: Sequence[str],
    last: str,
) -> list[NameHit]:
    """Return names with all words, best first. Those of users and posts are still empty.

    Args:
        drivers: The words by which the index is read. A name has one of them.
        complete: The other words that a name has, the rarest first. None if the drivers only
            begin with a word of the text.
        beginnings: With each of these, a word of the name begins.
        last: The last word of the text. Names that have it as a whole come first.
    """
    size = max(WINDOW_SIZE // len(drivers), 50)
    values = _make_values([(kind, driver, size) for driver in drivers])
    values |= {"kind": kind.value, "last": last}
    values |= {f"complete{number}": word for number, word in enumerate(complete or [])}
    for number, word in enumerate(beginnings):
        values |= {f"first{number}": word, f"end{number}": word + _LAST_CHARACTER}
    connection = await session.connection()
    statement = _build_all_words_query(len(drivers), len(complete or []), len(beginnings))
    rows = await connection.execute(statement, values)
    whole = 0 if complete is None else 1 + len(complete)
    found = {
        (row[0], row[1]): NameHit(kind, row[0], row[1], whole + row[3], row[2]) for row in rows
    }
    return sorted(found.values(), key=lambda hit: hit.key, reverse=True)


@cache
def _build_all_words_query(drivers: int, complete: int, beginnings: int) -> TextClause:
    # PostgreSQL would read all names with the word for EXISTS, or for a comparison of the column
    # itself.
    has_word = """(
        SELECT 1 FROM search_names AS other
        WHERE other.kind = :kind AND other.target_id = hits.target_id AND other.tag = hits.tag
        AND {0} LIMIT 1
    ) IS NOT NULL"""
    is_whole = has_word.format("other.word || '' = :last")
    parts = [f"other.word || '' = :complete{number}" for number in range(complete)]
    for number in range(beginnings):
        part = f"other.word || '' >= :first{number} AND other.word || '' < :end{number}"
        parts.append(part)
    return text(
        f"SELECT target_id, tag, rank, CASE WHEN {is_whole} THEN 1 ELSE 0 END "  # noqa: S608
        f"FROM ({_build_names_query(drivers).text}) AS hits "
        f"WHERE {' AND '.join(map(has_word.format, parts))}"
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
    full = {kind: max(WINDOW_SIZE // len(words[kind]), 50) for kind in words}
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
    values |= {"first": beginning, "last": beginning + _LAST_CHARACTER}
    connection = await session.connection()
    rows = await connection.execute(_build_words_query(len(kinds)), values)
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
    """Return names with any of the words of their kind. Those of users and posts are still empty.

    Args:
        sizes: How many names with each word are read, by the kinds that are wanted.
    """
    parts = [(kind, word, size) for kind, size in sizes.items() for word in words[kind]]
    connection = await session.connection()
    rows = await connection.execute(_build_names_query(len(parts)), _make_values(parts))
    found: dict[NameKind, dict[tuple[int, str], NameHit]] = {kind: {} for kind in sizes}
    # Names with the first word first.
    for number, target_id, tag, rank in sorted(rows.all(), key=itemgetter(0)):
        kind, word, _ = parts[number]
        if (target_id, tag) not in found[kind]:
            hit = NameHit(kind, target_id, tag, int(word == words[kind][0]), rank)
            found[kind][target_id, tag] = hit
    return {
        kind: sorted(hits.values(), key=lambda hit: hit.key, reverse=True)
        for kind, hits in found.items()
    }


def _make_values(parts: Sequence[tuple[NameKind, str, int]]) -> dict[str, Any]:
    """Return the values of `_build_names_query`."""
    values: dict[str, Any] = {}
    for number, (kind, word, size) in enumerate(parts):
        values |= {f"kind{number}": kind.value, f"word{number}": word, f"size{number}": size}
    return values


# SQLAlchemy needs longer to build these queries than a database to run them.
@cache
def _build_words_query(kinds: int) -> TextClause:
    part = f"""
        SELECT * FROM (
            SELECT {{0}} AS number, word FROM search_words
            WHERE kind = :kind{{0}} AND word >= :first AND word < :last
            ORDER BY uses DESC, word LIMIT {MAX_EXPANSIONS}
        ) AS words{{0}}
        """  # noqa: S608
    return text(" UNION ALL ".join(part.format(number) for number in range(kinds)))


@cache
def _build_names_query(words: int) -> TextClause:
    part = """
        SELECT * FROM (
            SELECT {0} AS number, target_id, tag, rank FROM search_names
            WHERE kind = :kind{0} AND word = :word{0}
            ORDER BY rank DESC, target_id DESC, tag DESC LIMIT :size{0}
        ) AS names{0}
        """
    return text(" UNION ALL ".join(part.format(number) for number in range(words)))


async def _take_visible(
    session: AsyncSession,
    actor: Actor,
    found: Sequence[NameHit],
    wanted: WantedNames,
) -> list[NameHit]:
    hits: list[NameHit] = []
    size = NAMES_PER_RESULT * wanted.limit
    for start in range(0, len(found), size):
        batch = found[start : start + size]
        if batch[0].kind is NameKind.TAG:
            names = await _load_visible_tags(session, actor, [hit.name for hit in batch])
            hits += [hit for hit in batch if hit.name in names]
        else:
            model, name = _NAMES[batch[0].kind]
            is_one_of = statements.is_one_of(col(model.id), [hit.id for hit in batch])
            query = select(col(model.id), name).where(is_one_of, *wanted.conditions)
            rows = await session.execute(query.where(*_visible_to(actor, batch[0].kind)))
            names_by_id = {row[0]: row[1] for row in rows}
            hits += [
                hit._replace(name=names_by_id[hit.id]) for hit in batch if hit.id in names_by_id
            ]
        if len(hits) >= wanted.limit:
            break
    return hits[: wanted.limit]


async def _load_visible_tags(
    session: AsyncSession, actor: Actor, tags: Sequence[str]
) -> Collection[str]:
    # Parameters, because PostgreSQL uses no index to compare tags of posts with those of names: the
    # collations of the columns differ.
    found = union_all(*(select(literal(tag).label("tag")) for tag in tags)).subquery()
    # PostgreSQL would read all tagged posts for EXISTS, or without the order of the index.
    newest = (
        select(col(PostTag.post_id))
        .join(Post, col(Post.id) == col(PostTag.post_id))
        .where(col(PostTag.tag) == found.c.tag, *_visible_to(actor, NameKind.POST))
        .order_by(col(PostTag.published_at).desc())
        .limit(1)
    )
    query = select(found.c.tag).where(newest.scalar_subquery().is_not(None))
    return set(await session.scalars(query))


async def _order_by_rarity(
    session: AsyncSession, kinds: Sequence[NameKind], words: Sequence[str]
) -> dict[NameKind, list[str]]:
    """Return the words, the rarest first, for each kind in whose names all of them occur."""
    rows = await session.execute(
        select(col(SearchWord.kind), col(SearchWord.word), col(SearchWord.uses)).where(
            col(SearchWord.kind).in_(kinds), col(SearchWord.word).in_(words)
        )
    )
    uses: dict[NameKind, dict[str, int]] = {}
    for kind, word, count in rows:
        uses.setdefault(NameKind(kind), {})[word] = count
    return {
        kind: sorted(words, key=counts.__getitem__)
        for kind, counts in uses.items()
        if len(counts) == len(words)
    }


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
    NameKind.USER: (User, User.name + " " + User.slug),
    NameKind.COMMUNITY: (Community, Community.name + " " + Community.slug),
    NameKind.POST: (Post, Post.title),
}


def _visible_to(actor: Actor, kind: NameKind) -> list[ColumnElement[bool]]:
    if kind is NameKind.USER:
        return [identity.is_active, follows.build_ignored_author_filter(actor, col(User.id))]
    if kind is NameKind.POST:
        is_not_ignored = follows.build_ignored_author_filter(actor, col(Post.author_id))
        return [posts.listed_for(actor), is_not_ignored]
    return []
