"""Find users, communities, tags and posts by the words of their names, also unfinished ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    func,
    literal,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col

from community.core.actor import Actor
from community.domain import accounts, follows, posts
from community.domain.search.name_index import NameKind, find_name_words
from community.models import Community, Post, PostTag, SearchName, SearchWord, User

# The most frequent words that begin with the last word of a query.
MAX_EXPANSIONS: Final = 12
# The names that are compared with a query: those with the highest rank, and the newest ones.
WINDOW_SIZE: Final = 500
MAX_QUERY_WORDS: Final = 8
# More posts with a tag are counted as this number, so that counting stays fast.
MAX_COUNTED: Final = 500
# The upper end of the words that begin with a text.
_LAST_CHARACTER: Final = "\U0010ffff"


HitKey = tuple[int, int, int, str]
"""The order of results: higher keys come first."""


@dataclass(frozen=True, slots=True)
class NameHit:
    """A name that a query has found.

    Attributes:
        id: The id of the user, community or post. 0 for a tag.
        name: What the person reads: the name, the title, or the tag.
        words: The words of the query that the name contains as a whole.
        rank: How many followers, members or posts it has, as a logarithm.
    """

    kind: NameKind
    id: int
    name: str
    words: int
    rank: int

    @property
    def key(self) -> HitKey:
        return self.words, self.rank, self.id, self.name


async def search_names(
    session: AsyncSession,
    actor: Actor,
    *,
    kind: NameKind,
    text: str,
    limit: int = WINDOW_SIZE,
    conditions: Sequence[ColumnElement[bool]] = (),
) -> list[NameHit]:
    """Return the names that contain all words of a text, best first.

    The last word may be incomplete, and if nothing is found, every word. Whole words come before
    beginnings of words, and then names with a higher rank, and newer ones. What the actor may not
    read or ignores is left out.

    Args:
        limit: The maximum number of results, at most `WINDOW_SIZE`.
        conditions: Further SQL conditions on the model of the kind.
    """
    words = find_name_words(text)[:MAX_QUERY_WORDS]
    if not words:
        return []
    *whole, last = words
    drivers = await _choose_drivers(session, kind, whole, last)
    hits: list[NameHit] = []
    if drivers:
        query = _select_hits(actor, kind, drivers, words, conditions, whole=len(whole))
        hits = await _load_hits(session, kind, query, whole=len(whole))
    if not hits and whole:
        # The longest beginning is on average the rarest.
        drivers = await expand(session, kind, max(words, key=len))
        query = _select_hits(actor, kind, drivers, words, conditions, whole=0)
        hits = await _load_hits(session, kind, query, whole=0)
    return sorted(hits, key=lambda hit: hit.key, reverse=True)[:limit]


async def _load_hits(
    session: AsyncSession, kind: NameKind, query: Select[Any], *, whole: int
) -> list[NameHit]:
    rows = await session.execute(query)
    return [NameHit(kind, row[0], row[1], whole + row[3], row[2]) for row in rows]


async def has_word(session: AsyncSession, actor: Actor, *, kind: NameKind, word: str) -> bool:
    """Return whether a name that the actor may read has exactly this word."""
    query = _select_hits(actor, kind, [word], [word], (), whole=1).limit(1)
    return (await session.execute(query)).first() is not None


async def expand(session: AsyncSession, kind: NameKind, prefix: str) -> list[str]:
    """Return the most frequent words that begin with a text, and the text itself first."""
    query = select(col(SearchWord.word)).where(
        col(SearchWord.kind) == kind,
        col(SearchWord.word) >= prefix,
        col(SearchWord.word) < prefix + _LAST_CHARACTER,
    )
    query = query.order_by(col(SearchWord.uses).desc(), col(SearchWord.word)).limit(MAX_EXPANSIONS)
    found = list(await session.scalars(query))
    return [prefix, *(word for word in found if word != prefix)]


async def _choose_drivers(
    session: AsyncSession, kind: NameKind, whole: list[str], last: str
) -> list[str]:
    """Return the words by which the index is read: the rarest whole word, or the expansions."""
    if not whole:
        return await expand(session, kind, last)
    rows = await session.execute(
        select(col(SearchWord.word), col(SearchWord.uses)).where(
            col(SearchWord.kind) == kind, col(SearchWord.word).in_(whole)
        )
    )
    uses = {row[0]: row[1] for row in rows}
    if len(uses) < len(whole):
        return []
    return [min(whole, key=uses.__getitem__)]


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


def _select_hits(
    actor: Actor,
    kind: NameKind,
    drivers: list[str],
    words: list[str],
    conditions: Sequence[ColumnElement[bool]],
    *,
    whole: int,
) -> Select[Any]:
    """Return a query for names that contain the words, of which the first `whole` are complete."""
    window = _select_window(kind, drivers)
    target = (kind, window.c.target_id)
    others = has_words(*target, words, window.c.tag, whole=whole) if len(words) > 1 else []
    has_last = _has_word(kind, window.c.target_id, window.c.tag, words[-1], is_complete=True)
    is_whole = case((has_last, 1), else_=0)
    if kind is NameKind.TAG:
        listed: Select[Any] = select(literal_column("1")).where(
            col(PostTag.tag) == window.c.tag,
            col(Post.id) == col(PostTag.post_id),
            posts.listed_for(actor),
            follows.build_ignored_author_filter(actor, col(Post.author_id)),
        )
        query = select(window.c.target_id, window.c.tag, window.c.rank, is_whole)
        query = query.where(listed.exists())
        return query.where(*others).distinct()
    model, name = _NAMES[kind]
    query = select(window.c.target_id, name, window.c.rank, is_whole)
    query = query.join(model, col(model.id) == window.c.target_id)
    return query.where(*others, *_visible_to(actor, kind), *conditions).distinct()


def _select_window(kind: NameKind, drivers: list[str]) -> Any:
    """Return the names with any of the words that have the highest ranks."""
    size = max(WINDOW_SIZE // len(drivers), 50)
    parts = [
        select(col(SearchName.target_id), col(SearchName.tag), col(SearchName.rank))
        .where(col(SearchName.kind) == kind, col(SearchName.word) == word)
        .order_by(
            col(SearchName.rank).desc(),
            col(SearchName.target_id).desc(),
            col(SearchName.tag).desc(),
        )
        .limit(size)
        .subquery()
        for word in drivers
    ]
    return union_all(*(select(part) for part in parts)).subquery("hits")


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
        return [accounts.is_active, follows.build_ignored_author_filter(actor, col(User.id))]
    if kind is NameKind.POST:
        is_not_ignored = follows.build_ignored_author_filter(actor, col(Post.author_id))
        return [posts.listed_for(actor), is_not_ignored]
    return []
