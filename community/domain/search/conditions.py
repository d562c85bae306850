"""The conditions that a search puts on texts: tokens, and SQL conditions on their rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import comments, communities, follows, people, posts
from community.domain.search import content, tokens
from community.domain.search.documents import ORDER_TOLERANCE
from community.domain.search.query import Phrase, SearchQuery
from community.domain.search.schemas import SearchRequest
from community.domain.search.token_index import TokenQuery
from community.models import Comment, Post, PostTag, SearchDocument
from community.models.search import is_in_order

# More conditions make a query slow, but the results hardly better.
MAX_PHRASES: Final = 8


@dataclass(frozen=True, slots=True)
class TextConditions:
    """What a text must meet to be found.

    Attributes:
        tokens: The tokens of the text.
        phrases: The words and phrases of `tokens`, the rarest first.
        row: The conditions on `SearchDocument`, `Post` and `Comment`. They also hold for texts
            whose tokens are outdated.
        after: The ids of texts that were published in time are higher, except late ones.
        before: The ids of texts that were published in time are lower, except late ones. Texts of
            which another transaction adds the documents now are not found yet.
        period: The condition on the time of publication, or None.
        community_id: The community that the texts must belong to, or None.
        queries: The query for the rows, once it has been built.
    """

    tokens: TokenQuery
    phrases: tuple[Phrase, ...]
    row: tuple[ColumnElement[bool], ...]
    after: int
    before: int
    period: ColumnElement[bool] | None = None
    community_id: int | None = None
    queries: list[Select[Any]] = field(default_factory=list, compare=False)

    @property
    def stems(self) -> list[str]:
        """The different words of the query."""
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
    filters, community_id = _Filters(), None
    try:
        for name in filter(None, (query.author, request.author)):
            _add_author(filters, (await people.get_user(session, name)).id)
        for name in filter(None, (query.community, request.community)):
            community_id = (await communities.get_community(session, name)).id
            filters.required.append(tokens.make_community_filter(community_id))
            filters.conditions.append(col(Post.community_id) == community_id)
    except NotFound:
        return None
    for tag in dict.fromkeys(map(posts.normalize_tag, (*query.tags, *request.tags))):
        _add_tag(filters, tag)
    if request.type is not None:
        filters.required.append(tokens.make_kind_filter(request.type.value))
    phrases = select_rarest(query.phrases)
    excluded = [tuple(tokens.find_phrase_tokens(phrase)) for phrase in query.excluded]
    if request.has_image is False:
        excluded.append((content.HAS_IMAGE,))
    elif request.has_image:
        filters.required.append(content.HAS_IMAGE)
    words = [token for phrase in phrases for token in tokens.find_phrase_tokens(phrase)]
    required = tuple(dict.fromkeys((*words, *filters.required)))
    if not required:
        return None
    after, before = await _find_bounds(session, request)
    return TextConditions(
        tokens=TokenQuery(required, tuple(filter(None, excluded))),
        phrases=phrases,
        row=(*filters.conditions, *_build_visibility(actor)),
        after=after,
        before=before,
        period=_build_period(request),
        community_id=community_id,
    )


def select_rarest(phrases: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Return the phrases that fewest texts are expected to contain, the rarest first.

    A phrase is rarer than a word, and a long word is on average rarer than a short one.
    """

    def get_length(phrase: Phrase) -> tuple[int, int]:
        return len(phrase), max(map(len, phrase))

    return tuple(sorted(phrases, key=get_length, reverse=True)[:MAX_PHRASES])


def _add_author(filters: _Filters, author_id: int) -> None:
    is_by_author = func.coalesce(col(Comment.author_id), col(Post.author_id)) == author_id
    filters.required.append(tokens.make_author_filter(author_id))
    filters.conditions.append(is_by_author)


def _add_tag(filters: _Filters, tag: str) -> None:
    """Find posts with a tag. Nothing has a tag that contains no valid character."""
    tagged_ids = select(PostTag.post_id).where(col(PostTag.tag) == tag)
    filters.required.extend(tokens.make_tag_filters([tag]))
    filters.conditions.append(col(Post.id).in_(tagged_ids))


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


async def _find_bounds(session: AsyncSession, request: SearchRequest) -> tuple[int, int]:
    """Return the range of ids of the texts that were published in time, except late ones.

    A text that is not late was published at most `ORDER_TOLERANCE` before any text with a lower id.
    """
    published_at = col(SearchDocument.published_at)
    last_id = await session.scalar(select(func.max(SearchDocument.id))) or 0
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
