"""Writes the documents of posts and comments, in the transaction that changes the texts."""

from collections.abc import Collection
from datetime import timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.core.db.columns import UTCDateTime
from community.core.text.stems import find_stems
from community.domain.jobs import outbox
from community.domain.search.index import content, token_index, tokens
from community.domain.search.index.content import IndexEntry, SearchableText, build_entry
from community.models import SearchDocument
from community.models.search import is_in_order

INDEX_JOB: Final = "update_search_index"
# The times of documents may differ so much from the order of their ids.
ORDER_TOLERANCE: Final = timedelta(hours=1)
_CHANGING_COLUMNS: Final = (
    *("community_id", "title_stems", "words_count"),
    *("reactions_level", "comments_level", "outdated_at"),
)
_HAS_NO_COMMENT: Final = col(SearchDocument.comment_id).is_(None)


async def sync_post(session: AsyncSession, post_id: int) -> None:
    """Write the document of a post, or remove its tokens if the post is not published."""
    found = await content.load_posts(session, [post_id])
    if not found:
        await remove_post(session, post_id)
        return
    former = await session.scalar(select(SearchDocument).where(*_is_of_post(post_id)))
    is_moved = former is not None and (
        former.community_id != found[0].community_id
        or await _has_new_tags(session, former.id, found[0].tags)
    )
    await write_document(session, found[0])
    if is_moved:
        await _mark_comments_as_moved(session, post_id)


async def sync_comment(session: AsyncSession, comment_id: int) -> None:
    """Write the document of a comment, or remove its tokens if the comment is not published."""
    found = await content.load_comments(session, [comment_id])
    if found:
        await write_document(session, found[0])
    else:
        await remove_comment(session, comment_id)


async def remove_post(session: AsyncSession, post_id: int) -> None:
    """Remove the tokens of a post. Its comments are hidden with it, whatever tokens they have."""
    await _remove_tokens(session, *_is_of_post(post_id))


async def remove_comment(session: AsyncSession, comment_id: int) -> None:
    await _remove_tokens(session, col(SearchDocument.comment_id) == comment_id)


async def write_document(session: AsyncSession, text: SearchableText) -> None:
    """Write the document of a published text.

    A job finds the stems of the end of a long text.
    """
    body = text.body[: content.MAX_LENGTH_IN_TRANSACTION]
    is_complete = len(body) == len(text.body)
    entry = build_entry(text, find_stems(body))
    document_id = await upsert_document(session, text, entry, is_complete=is_complete)
    await token_index.write_tokens(session, document_id, entry.tokens)
    if not is_complete:
        outbox.enqueue(session, INDEX_JOB)


async def upsert_document(
    session: AsyncSession, text: SearchableText, entry: IndexEntry, *, is_complete: bool
) -> int:
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    statement = _build_upsert(is_sqlite=is_sqlite, is_post=text.key.comment_id is None)
    values = {
        "post_id": text.key.post_id,
        "comment_id": text.key.comment_id,
        "published_at": text.published_at,
        "newer_time": text.published_at + ORDER_TOLERANCE,
        "community_id": text.community_id,
        "title_stems": entry.title_stems,
        "words_count": entry.words_count,
        "reactions_level": text.reactions_level,
        "comments_level": text.comments_level,
        "outdated_at": None if is_complete else clock.now(),
    }
    connection = await session.connection()
    return int((await connection.execute(statement, values)).scalar_one())


# Building the statement takes longer than running it.
@cache
def _build_upsert(*, is_sqlite: bool, is_post: bool) -> Any:
    newer = bindparam("newer_time", type_=UTCDateTime)
    is_late = (
        select(SearchDocument.id)
        .where(is_in_order)
        .where(col(SearchDocument.published_at) > newer)
        .exists()
    )
    insert = sqlite.insert if is_sqlite else postgresql.insert
    fixed: dict[str, Any] = {
        name: bindparam(name) for name in ("post_id", "comment_id", "published_at")
    }
    changing: dict[str, Any] = {name: bindparam(name) for name in _CHANGING_COLUMNS}
    statement: Any = insert(SearchDocument).values(
        **fixed, **changing, is_late=is_late, is_moved=False
    )
    target: dict[str, Any] = {"index_elements": ["comment_id"]}
    if is_post:
        target = {"index_elements": ["post_id"], "index_where": _HAS_NO_COMMENT}
    changes = {name: statement.excluded[name] for name in (*_CHANGING_COLUMNS, "is_moved")}
    return statement.on_conflict_do_update(**target, set_=changes).returning(SearchDocument.id)


async def _remove_tokens(session: AsyncSession, *conditions: ColumnElement[bool]) -> None:
    document_id = await session.scalar(select(SearchDocument.id).where(*conditions))
    if document_id is not None:
        await token_index.delete_tokens(session, document_id)


async def _has_new_tags(session: AsyncSession, document_id: int, tags: Collection[str]) -> bool:
    """Return whether a document lacks the tokens of some tags.

    Comments keep the tokens of former tags, because a search also compares the tags of the posts.
    """
    query = token_index.TokenQuery(tuple(tokens.make_tag_filters(tags)))
    return bool(tags) and not await token_index.list_ids_among(session, query, [document_id])


async def _mark_comments_as_moved(session: AsyncSession, post_id: int) -> None:
    is_comment = and_(
        col(SearchDocument.post_id) == post_id, col(SearchDocument.comment_id).is_not(None)
    )
    result: Any = await session.execute(
        update(SearchDocument)
        .where(is_comment)
        .values(is_moved=True, outdated_at=clock.now())
        .execution_options(synchronize_session=False)
    )
    if result.rowcount:
        outbox.enqueue(session, INDEX_JOB)


def _is_of_post(post_id: int) -> tuple[ColumnElement[bool], ...]:
    return col(SearchDocument.post_id) == post_id, _HAS_NO_COMMENT
