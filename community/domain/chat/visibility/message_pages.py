"""Select a page of the messages of a chat before, after or around one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from community.domain.chat import memberships
from community.domain.chat.visibility import visibility, visible_ids
from community.models import ChatMessage

Query = SelectOfScalar[ChatMessage]


class MessageSource(Protocol):
    def select_older(self, before: int | None, limit: int) -> Query:
        """Return a query for the latest messages, or for those before one, newest first."""

    def select_newer(self, after: int, limit: int) -> Query:
        """Return a query for the messages after one, oldest first."""


@dataclass(frozen=True, slots=True)
class MessageQuery:
    query: Query
    id: Any  # the column with their ids that the query must be sorted by

    def select_older(self, before: int | None, limit: int) -> Query:
        query = self.query if before is None else self.query.where(self.id < before)
        return query.order_by(self.id.desc()).limit(limit)

    def select_newer(self, after: int, limit: int) -> Query:
        return self.query.where(self.id > after).order_by(self.id).limit(limit)


@dataclass(frozen=True, slots=True)
class MessagesOfOthers:
    """The messages of a group without those of ignored members, of which none is read."""

    opened: memberships.OpenChat
    ignored_ids: Sequence[int]

    def select_older(self, before: int | None, limit: int) -> Query:
        ids = visible_ids.select_latest_ids(
            self.opened.chat.id,
            self._is_shown,
            after=self.opened.member.sees_from_id,
            until=visible_ids.LAST_ID if before is None else before - 1,
            limit=limit,
        )
        return self._select_with_ids(ids).order_by(col(ChatMessage.id).desc())

    def select_newer(self, after: int, limit: int) -> Query:
        ids = visible_ids.select_first_ids(
            self.opened.chat.id,
            self._is_shown,
            after=max(after, self.opened.member.sees_from_id),
            limit=limit,
        )
        return self._select_with_ids(ids).order_by(col(ChatMessage.id))

    def _select_with_ids(self, ids: Any) -> Query:
        return select(ChatMessage).where(col(ChatMessage.id).in_(ids))

    def _is_shown(self, author_id: SQLColumnExpression[int]) -> ColumnElement[bool]:
        return visibility.is_shown_to(self.opened, self.ignored_ids, author_id)


class FoundMessages(NamedTuple):
    """Messages, newest first, and whether there are others before and after them."""

    rows: list[ChatMessage]
    has_older: bool
    has_newer: bool


async def select_range(
    session: AsyncSession,
    sources: Sequence[MessageSource],
    *,
    before: int | None,
    after: int | None,
    around: int | None,
    limit: int,
) -> FoundMessages:
    """Return up to `limit` messages. See `queries.list_messages` for the arguments.

    Args:
        sources: If the first one has too few messages, the next one has these and others.
    """
    if after is not None:
        newer, has_newer = await _find_newer(session, sources[-1], after, limit)
        return FoundMessages(newer, has_older=True, has_newer=has_newer)
    if around is not None:
        newer, has_newer = await _find_newer(session, sources[-1], around, limit // 2)
        older, has_older = await _find_older(session, sources, around + 1, limit - limit // 2)
        return FoundMessages([*newer, *older], has_older, has_newer)
    older, has_older = await _find_older(session, sources, before, limit)
    return FoundMessages(older, has_older, has_newer=before is not None and bool(older))


async def _find_older(
    session: AsyncSession, sources: Sequence[MessageSource], before: int | None, limit: int
) -> tuple[list[ChatMessage], bool]:
    rows: Sequence[ChatMessage] = ()
    for source in sources:
        rows = (await session.scalars(source.select_older(before, limit + 1))).all()
        if len(rows) > limit:
            break
    return list(rows[:limit]), len(rows) > limit


async def _find_newer(
    session: AsyncSession, source: MessageSource, after: int, limit: int
) -> tuple[list[ChatMessage], bool]:
    rows = (await session.scalars(source.select_newer(after, limit + 1))).all()
    return list(reversed(rows[:limit])), len(rows) > limit
