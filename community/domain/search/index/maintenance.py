"""Functions with which jobs and commands keep the index complete, in transactions of their own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, literal, null, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock
from community.domain import comments, posts
from community.domain.search.index import token_index, tokens
from community.domain.search.index.documents import (
    ORDER_TOLERANCE,
    SearchableText,
    TextKey,
    build_entry,
    load_comments,
    load_posts,
    remove_content,
    upsert_document,
)
from community.models import Comment, Post, SearchDocument
from community.models.search import is_in_order

# A step holds the write lock of SQLite for a few milliseconds.
BATCH_SIZE: Final = 50
LEVELS_BATCH_SIZE: Final = 20_000
MISSING_BATCH_SIZE: Final = 5_000


@dataclass(frozen=True, slots=True)
class OutdatedDocument:
    """A document whose tokens are missing or incomplete. `text` is None if it is hidden."""

    id: int
    key: TextKey
    text: SearchableText | None


@dataclass(frozen=True, slots=True)
class IndexState:
    """How complete the index is."""

    documents: int  # the number of texts in the index
    size_bytes: int  # an estimate on SQLite
    outdated: int  # how many of them a job still has to index
    delay_seconds: int  # how long the first of these has been waiting


async def list_outdated(
    session: AsyncSession, *, limit: int = BATCH_SIZE, for_update: Collection[int] = ()
) -> list[OutdatedDocument]:
    """Return outdated documents with their texts, the newest first.

    Args:
        for_update: The ids of the documents to lock. Those that others have locked are left out.
    """
    query = select(SearchDocument).where(col(SearchDocument.outdated_at).is_not(None))
    if for_update:
        query = query.where(col(SearchDocument.id).in_(for_update))
        query = query.with_for_update(skip_locked=True)
    rows = (await session.scalars(query.order_by(col(SearchDocument.id).desc()).limit(limit))).all()
    post_ids = [row.post_id for row in rows if row.comment_id is None]
    comment_ids = [row.comment_id for row in rows if row.comment_id is not None]
    texts = {text.key: text for text in await load_posts(session, post_ids)}
    texts |= {text.key: text for text in await load_comments(session, comment_ids)}
    keys = {row.id: TextKey(row.post_id, row.comment_id) for row in rows}
    return [OutdatedDocument(row.id, keys[row.id], texts.get(keys[row.id])) for row in rows]


async def write_outdated(
    session: AsyncSession, read: Sequence[OutdatedDocument], stems: dict[int, list[str]]
) -> int:
    """Write the tokens of documents, except those whose texts have changed since they were read.

    Returns:
        The number of written documents.
    """
    former = {document.id: document for document in read}
    current = await list_outdated(session, limit=len(read), for_update=list(former))
    unchanged = [document for document in current if document == former[document.id]]
    for document in unchanged:
        if document.text is None:
            await remove_content(session, col(SearchDocument.id) == document.id)
            await _mark_as_current(session, document.id)
            continue
        entry = build_entry(document.text, stems[document.id])
        await upsert_document(session, document.text, entry, is_complete=True)
        await token_index.write_tokens(session, document.id, entry.tokens)
    return len(unchanged)


async def mark_batch_as_outdated(session: AsyncSession, after: int) -> int | None:
    """Mark the next documents after an id. Return the last id, or None if there are no more."""
    last = await _find_last_of_batch(session, after)
    if last is not None:
        is_in_batch = col(SearchDocument.id).between(after + 1, last)
        await _mark(session, and_(is_in_batch, col(SearchDocument.outdated_at).is_(None)))
    return last


async def mark_documents_with_changed_counts(session: AsyncSession, after: int) -> int | None:
    """Mark the next documents whose texts have reached another level of reactions or comments.

    Returns:
        The id after which the next batch begins, or None if there are no more documents.
    """
    last = await _find_last_of_batch(session, after)
    if last is None:
        return None
    is_comment = col(SearchDocument.comment_id).is_not(None)
    reactions = case((is_comment, col(Comment.reactions_count)), else_=col(Post.reactions_count))
    replies = case((is_comment, col(Comment.descendants_count)), else_=col(Post.comments_count))
    query: Any = select(SearchDocument.id).join(Post, col(Post.id) == col(SearchDocument.post_id))
    query = query.outerjoin(Comment, col(Comment.id) == col(SearchDocument.comment_id)).where(
        col(SearchDocument.id).between(after + 1, last),
        or_(
            _build_level(reactions) != col(SearchDocument.reactions_level),
            _build_level(replies) != col(SearchDocument.comments_level),
        ),
    )
    await _mark(session, col(SearchDocument.id).in_(query))
    return last


async def get_newest_batch_start(session: AsyncSession) -> int:
    """Return the id after which the newest documents begin."""
    last_id = await session.scalar(select(func.max(SearchDocument.id))) or 0
    return max(0, last_id - LEVELS_BATCH_SIZE)


async def add_missing_documents(session: AsyncSession) -> int:
    """Add documents of the oldest texts that have none, in the order of their publication.

    Events add a document to each text that people publish. Only texts that were stored otherwise
    have none. Returns the number of added documents.
    """
    newest = select(func.max(SearchDocument.published_at)).where(is_in_order)
    newest_time = await session.scalar(newest)
    missing = _select_missing().subquery()
    rows = await session.execute(
        select(*missing.c)
        .order_by(missing.c.published_at, missing.c.post_id, missing.c.comment_id)
        .limit(MISSING_BATCH_SIZE)
    )
    documents = [
        SearchDocument(
            post_id=row.post_id,
            comment_id=row.comment_id,
            published_at=row.published_at,
            is_late=newest_time is not None and row.published_at < newest_time - ORDER_TOLERANCE,
            outdated_at=clock.now(),
        )
        for row in rows
    ]
    session.add_all(documents)
    await session.flush()
    return len(documents)


async def get_index_state(session: AsyncSession) -> IndexState:
    documents = await session.scalar(select(func.count()).select_from(SearchDocument)) or 0
    outdated_at = col(SearchDocument.outdated_at)
    query = select(func.count(), func.min(outdated_at)).select_from(SearchDocument)
    count, first = (await session.execute(query.where(outdated_at.is_not(None)))).one()
    delay = (clock.now() - first).total_seconds() if first else 0
    size = await token_index.get_size(session)
    return IndexState(documents, size, count, max(0, int(delay)))


async def count_outdated(session: AsyncSession) -> int:
    query = select(func.count()).select_from(SearchDocument)
    return await session.scalar(query.where(col(SearchDocument.outdated_at).is_not(None))) or 0


def _select_missing() -> Select[Any]:
    post_key = and_(
        col(SearchDocument.post_id) == col(Post.id), col(SearchDocument.comment_id).is_(None)
    )
    of_posts: Any = select(
        col(Post.id).label("post_id"),
        cast(null(), Integer).label("comment_id"),
        func.coalesce(Post.published_at, Post.created_at).label("published_at"),
    )
    of_posts = of_posts.outerjoin(SearchDocument, post_key).where(
        posts.has_published_status(), col(SearchDocument.id).is_(None)
    )
    of_comments: Any = select(
        col(Comment.post_id), col(Comment.id).label("comment_id"), col(Comment.created_at)
    )
    of_comments = of_comments.outerjoin(
        SearchDocument, col(SearchDocument.comment_id) == col(Comment.id)
    ).where(comments.has_published_status(), col(SearchDocument.id).is_(None))
    both = of_posts.union_all(of_comments).subquery()
    return select(both)


def _build_level(count: ColumnElement[int]) -> ColumnElement[int]:
    """Return the SQL expression of `tokens.find_level`."""
    levels = [(count >= value, number) for number, value in enumerate(tokens.LEVELS, start=1)]
    return case(*reversed(levels), else_=literal(0))


async def _find_last_of_batch(session: AsyncSession, after: int) -> int | None:
    document_id = col(SearchDocument.id)
    batch = select(document_id).where(document_id > after).order_by(document_id)
    ids = batch.limit(LEVELS_BATCH_SIZE).subquery()
    last_id: int | None = await session.scalar(select(func.max(ids.c.id)))
    return last_id


async def _mark(session: AsyncSession, condition: ColumnElement[bool]) -> None:
    await session.execute(
        update(SearchDocument)
        .where(condition)
        .values(outdated_at=clock.now())
        .execution_options(synchronize_session=False)
    )


async def _mark_as_current(session: AsyncSession, document_id: int) -> None:
    await session.execute(
        update(SearchDocument)
        .where(col(SearchDocument.id) == document_id)
        .values(outdated_at=None, is_moved=False)
        .execution_options(synchronize_session=False)
    )
