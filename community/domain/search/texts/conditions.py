"""The conditions that a search puts on texts: tokens, and SQL conditions on their rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.large_queries import COMPILATION_OFF
from community.core.errors import NotFound
from community.domain import comments, communities, follows, people, posts
from community.domain.search.index import (
    ORDER_TOLERANCE,
    TokenQuery,
    documents,
    token_index,
    tokens,
)
from community.domain.search.query import Phrase, SearchQuery
from community.domain.search.schemas import SearchRequest, SearchType
from community.models import Comment, Post, PostTag, SearchDocument
from community.models.search import is_in_order

# More conditions make a query slow, but the results hardly better.
MAX_PHRASES: Final = 8
# Of the texts with a word, at most about so many have it in the title.
TITLE_RATIO: Final = 0.25
# The share of the texts that have a word of a phrase, whose texts are not counted.
COMMON_SHARE: Final = 0.2
# If a kind of texts is rarer, fewer texts are read at once than its share requires.
MIN_KIND_SHARE: Final = 0.1
# How many tokens are counted. Others are pairs of long phrases, which are rare.
MAX_COUNTED: Final = 24


@dataclass(frozen=True, slots=True)
class TextConditions:
    """What a text must meet to be found."""

    tokens: TokenQuery  # the tokens of the text, without that of `kind`
    kind: SearchType | None  # the only kind of texts, or None
    # The share of the texts that have each token
    shares: Mapping[str, float]
    phrases: tuple[Phrase, ...]  # the words and phrases of `tokens`, the rarest first
    # The conditions on `SearchDocument`, `Post` and `Comment`. They also hold for texts whose
    # tokens are outdated.
    row: tuple[ColumnElement[bool], ...]
    after: int  # the ids of texts that were published in time are higher, except late ones
    # The ids of texts that were published in time are lower, except late ones. Texts of which
    # another transaction adds the documents now are not found yet.
    before: int
    last_id: int  # the highest id of a document
    period: ColumnElement[bool] | None = None  # the condition on the time of publication, or None
    # The tokens of the community and of the tags, which comments on a changed post may lack
    post_tokens: tuple[str, ...] = ()
    # The query for the rows, once it has been built
    queries: list[Select[Any]] = field(default_factory=list, compare=False)

    @property
    def tokens_with_kind(self) -> TokenQuery:
        if self.kind is None:
            return self.tokens
        return self.tokens.with_tokens(tokens.make_kind_token(self.kind.value))

    @property
    def hits_per_text_of_kind(self) -> int:
        """About how many texts there are for each one of the only kind."""
        if self.kind is None:
            return 1
        return round(1 / max(self.shares[tokens.make_kind_token(self.kind.value)], MIN_KIND_SHARE))

    @property
    def may_be_in_title(self) -> bool:
        return bool(self.phrases) and self.kind is not SearchType.COMMENT

    @property
    def has_filters(self) -> bool:
        """Whether texts must have other tokens than those of the words and phrases."""
        return not self._phrase_tokens.issuperset(self.tokens.required)

    @property
    def title_tokens(self) -> TokenQuery:
        """The tokens of texts with all words in the title. They have the words themselves too."""
        pairs = [phrase for phrase in self.phrases if len(phrase) > 1]
        words = self._phrase_tokens
        required = dict.fromkeys(
            (
                *tokens.make_title_marks(self.stems),
                *(token for phrase in pairs for token in tokens.find_phrase_tokens(phrase)),
                *(token for token in self.tokens.required if token not in words),
            )
        )
        return TokenQuery(tuple(required), self.tokens.excluded)

    @property
    def title_shares(self) -> dict[str, float]:
        """The shares for `title_tokens`, estimated for the words of the title."""
        in_title = {
            mark: TITLE_RATIO * self.shares.get(tokens.clean_stem(stem), COMMON_SHARE)
            for stem in self.stems
            for mark in tokens.make_title_marks([stem])
        }
        return {**self.shares, **in_title}

    @property
    def _phrase_tokens(self) -> set[str]:
        return {token for phrase in self.phrases for token in tokens.find_phrase_tokens(phrase)}

    @property
    def stems(self) -> list[str]:
        return list(dict.fromkeys(stem for phrase in self.phrases for stem in phrase))


@dataclass(slots=True)
class _Filters:
    required: list[str] = field(default_factory=list)
    conditions: list[ColumnElement[bool]] = field(default_factory=list)


async def find_conditions(
    session: AsyncSession, actor: Actor, request: SearchRequest, query: SearchQuery
) -> TextConditions | None:
    """Return the conditions of a search, or None if no text can meet them.

    The latter is so if there is no such author or community.
    """
    filters, of_post = _Filters(), list[str]()
    try:
        for name in filter(None, (query.author, request.author)):
            _add_author(filters, (await people.get_user(session, name)).id)
        for name in filter(None, (query.community, request.community)):
            community_id = (await communities.get_community(session, name)).id
            of_post.append(tokens.make_community_filter(community_id))
            filters.conditions.append(col(Post.community_id) == community_id)
    except NotFound:
        return None
    for tag in dict.fromkeys(map(posts.normalize_tag, (*query.tags, *request.tags))):
        of_post.extend(tokens.make_tag_filters([tag]))
        filters.conditions.append(_is_tagged(tag))
    filters.required.extend(of_post)
    if request.type is not None:
        filters.conditions.append(_is_of_kind(request.type))
    if request.has_image:
        filters.required.append(documents.HAS_IMAGE)
    excluded = _find_excluded_tokens(request, query)
    last_id = await _find_last_id(session)
    every = _join_tokens(query.phrases, filters, excluded)
    shares = await _find_shares(session, every, request.type, last_id)
    phrases = select_rarest(query.phrases, shares)
    required = _join_tokens(phrases, filters, excluded)
    if not required.required:
        return None
    after, before = await _find_bounds(session, request, last_id)
    return TextConditions(
        tokens=required,
        kind=request.type,
        shares=shares,
        phrases=phrases,
        row=(*filters.conditions, *_build_visibility(actor)),
        after=after,
        before=before,
        last_id=last_id,
        period=_build_period(request),
        post_tokens=tuple(of_post),
    )


def _find_excluded_tokens(request: SearchRequest, query: SearchQuery) -> list[tuple[str, ...]]:
    excluded = [tuple(tokens.find_phrase_tokens(phrase)) for phrase in query.excluded]
    return [*excluded, (documents.HAS_IMAGE,)] if request.has_image is False else excluded


async def _find_last_id(session: AsyncSession) -> int:
    """Return the highest id of a document.

    On PostgreSQL, the same statement disables compilation, because each statement takes 0.5 ms.
    """
    columns: list[Any] = [func.max(SearchDocument.id)]
    if session.get_bind().dialect.name == "postgresql":
        columns.append(COMPILATION_OFF)
    return (await session.execute(select(*columns))).one()[0] or 0


def _join_tokens(
    phrases: Iterable[Phrase], filters: _Filters, excluded: Iterable[tuple[str, ...]]
) -> TokenQuery:
    words = (token for phrase in phrases for token in tokens.find_phrase_tokens(phrase))
    required = dict.fromkeys((*words, *filters.required))
    return TokenQuery(tuple(required), tuple(filter(None, excluded)))


async def _find_shares(
    session: AsyncSession, query: TokenQuery, kind: SearchType | None, last_id: int
) -> dict[str, float]:
    found = query.tokens
    if kind is not None:
        found = [tokens.make_kind_token(kind.value), *found]
    return await token_index.find_shares(session, found[:MAX_COUNTED], last_id)


def select_rarest(phrases: Sequence[Phrase], shares: Mapping[str, float]) -> tuple[Phrase, ...]:
    """Return the phrases that fewest texts are expected to contain, the rarest first.

    Args:
        shares: The share of the texts that have each token. Among equally rare ones, a phrase is
            rarer than a word, and a long word is on average rarer than a short one.
    """

    def get_key(phrase: Phrase) -> tuple[float, int, int]:
        found = [shares.get(token, 0.0) for token in tokens.find_phrase_tokens(phrase)]
        return min(found, default=0.0), -len(phrase), -max(map(len, phrase))

    return tuple(sorted(phrases, key=get_key)[:MAX_PHRASES])


def _is_of_kind(kind: SearchType) -> ColumnElement[bool]:
    comment_id = col(SearchDocument.comment_id)
    return comment_id.is_(None) if kind is SearchType.POST else comment_id.is_not(None)


def _add_author(filters: _Filters, author_id: int) -> None:
    is_by_author = func.coalesce(col(Comment.author_id), col(Post.author_id)) == author_id
    filters.required.append(tokens.make_author_filter(author_id))
    filters.conditions.append(is_by_author)


def _is_tagged(tag: str) -> ColumnElement[bool]:
    """Return the condition that selects the texts whose post has a tag.

    No post has a tag that contains no valid character.
    """
    # Not `in_`, for which SQLite reads all posts with the tag.
    return exists().where(col(PostTag.tag) == tag, col(PostTag.post_id) == col(Post.id))


def _build_visibility(actor: Actor) -> Sequence[ColumnElement[bool]]:
    """Return the conditions that select what the actor may read and does not ignore."""
    is_comment = col(SearchDocument.comment_id).is_not(None)
    return (
        posts.listed_for(actor),
        follows.build_ignored_author_filter(actor, col(Post.author_id)),
        or_(
            ~is_comment,
            and_(
                comments.has_published_status(),
                follows.build_ignored_author_filter(actor, col(Comment.author_id)),
            ),
        ),
    )


def _build_period(request: SearchRequest) -> ColumnElement[bool] | None:
    published_at, conditions = col(SearchDocument.published_at), []
    if request.published_from is not None:
        conditions.append(published_at >= request.published_from)
    if request.published_before is not None:
        conditions.append(published_at < request.published_before)
    return and_(*conditions) if conditions else None


async def _find_bounds(
    session: AsyncSession, request: SearchRequest, last_id: int
) -> tuple[int, int]:
    """Return the range of ids of the texts that were published in time, except late ones.

    A text that is not late was published at most `ORDER_TOLERANCE` before any text with a lower id.
    """
    published_at = col(SearchDocument.published_at)
    after, before = 0, last_id + 1
    if request.published_from is not None:
        is_earlier = published_at < _shift(request.published_from, -1)
        after = await _find_id(session, is_earlier, published_at.desc(), default=after)
    if request.published_before is not None:
        is_later = published_at > _shift(request.published_before, 1)
        before = await _find_id(session, is_later, published_at.asc(), default=before)
    return after, before


async def _find_id(
    session: AsyncSession, condition: ColumnElement[bool], order: Any, *, default: int
) -> int:
    query = select(SearchDocument.id).where(is_in_order, condition)
    return await session.scalar(query.order_by(order).limit(1)) or default


def _shift(time: datetime, direction: int) -> datetime:
    try:
        return time + direction * ORDER_TOLERANCE
    except OverflowError:  # The time is at the end of the calendar.
        return time
