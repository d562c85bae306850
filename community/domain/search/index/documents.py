"""The documents of posts and comments in the search index.

Listeners write them, in the transaction that changes the texts.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, exists
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.core.db.columns import UTCDateTime
from community.core.text.safe_html import extract_plain_text
from community.core.text.stems import find_stems
from community.domain import comments, posts
from community.domain.jobs import outbox
from community.domain.search.index import token_index, tokens
from community.models import Comment, CommentMedia, Post, SearchDocument
from community.models.search import is_in_order

INDEX_JOB: Final = "update_search_index"
# The times of documents may differ so much from the order of their ids.
ORDER_TOLERANCE: Final = timedelta(hours=1)
HAS_IMAGE: Final = "has:image"
_IMAGE_TAG: Final = "<img"
# A longer text is indexed by a job, because finding its stems would delay the transaction.
MAX_LENGTH_IN_TRANSACTION: Final = 3_000

_POST_COLUMNS: tuple[Any, ...] = (
    Post.id,
    Post.author_id,
    Post.community_id,
    Post.published_at,
    Post.created_at,
    Post.title,
    Post.intro,
    Post.tags,
    Post.html,
    Post.cover,
    Post.reactions_count,
    Post.comments_count,
)
_COMMENT_COLUMNS: tuple[Any, ...] = (
    Comment.id,
    Comment.post_id,
    Comment.author_id,
    Post.community_id,
    Post.tags,
    Comment.created_at,
    Comment.html,
    Comment.reactions_count,
    Comment.descendants_count,
    exists().where(col(CommentMedia.comment_id) == col(Comment.id)).label("has_media"),
)
# Built once, because building the query takes longer than running it.
_COMMENTS: Any = (
    select(*_COMMENT_COLUMNS)
    .join(Post, col(Post.id) == col(Comment.post_id))
    .where(col(Comment.id).in_(bindparam("ids", expanding=True)), comments.has_published_status())
)
_CHANGING_COLUMNS: Final = (
    *("community_id", "title_stems", "words_count"),
    *("reactions_level", "comments_level", "outdated_at"),
)
_HAS_NO_COMMENT: Final = col(SearchDocument.comment_id).is_(None)


@dataclass(frozen=True, slots=True)
class TextKey:
    """A post, or a comment on it."""

    post_id: int
    comment_id: int | None = None


@dataclass(frozen=True, slots=True)
class SearchableText:
    """A published post or comment, with everything that a search can find it by."""

    key: TextKey
    author_id: int
    community_id: int | None
    published_at: datetime
    title: str
    tags: Sequence[str]  # those of the post
    body: str  # the text without formatting; for a post, it includes the introduction
    has_image: bool
    reactions_level: int  # see `tokens.find_level`
    comments_level: int  # that of the comments on a post, or of the replies to a comment


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """The tokens of a text, and the numbers that rank it."""

    tokens: list[str]
    title_stems: str
    words_count: int


async def load_posts(session: AsyncSession, post_ids: Collection[int]) -> list[SearchableText]:
    query: Any = select(*_POST_COLUMNS).where(
        col(Post.id).in_(post_ids), posts.has_published_status()
    )
    rows = await (await session.connection()).execute(query)
    return [
        SearchableText(
            key=TextKey(row.id),
            author_id=row.author_id,
            community_id=row.community_id,
            published_at=row.published_at or row.created_at,
            title=row.title,
            tags=row.tags,
            body=f"{row.intro}\n{extract_plain_text(row.html)}",
            has_image=bool(row.cover) or _IMAGE_TAG in row.html,
            reactions_level=tokens.find_level(row.reactions_count),
            comments_level=tokens.find_level(row.comments_count),
        )
        for row in rows
    ]


async def load_comments(
    session: AsyncSession, comment_ids: Collection[int]
) -> list[SearchableText]:
    """Return those of the comments that are published. Their posts may be hidden."""
    connection = await session.connection()
    rows = await connection.execute(_COMMENTS, {"ids": list(comment_ids)})
    return [
        SearchableText(
            key=TextKey(row.post_id, row.id),
            author_id=row.author_id,
            community_id=row.community_id,
            published_at=row.created_at,
            title="",
            tags=row.tags,
            body=extract_plain_text(row.html),
            has_image=row.has_media,
            reactions_level=tokens.find_level(row.reactions_count),
            comments_level=tokens.find_level(row.descendants_count),
        )
        for row in rows
    ]


def build_entry(text: SearchableText, body_stems: Sequence[str]) -> IndexEntry:
    is_comment = text.key.comment_id is not None
    tag_stems = [] if is_comment else [stem for tag in text.tags for stem in find_stems(tag)]
    return build_entry_of_stems(text, find_stems(text.title), tag_stems, body_stems)


def build_entry_of_stems(
    text: SearchableText,
    title_stems: Sequence[str],
    tag_stems: Sequence[str],
    body_stems: Sequence[str],
) -> IndexEntry:
    """Return what the index contains of a text whose stems are known."""
    found = tokens.limit_size(
        (
            *_find_filters(text),
            *tokens.make_stem_tokens(title_stems),
            *tokens.make_title_marks(title_stems),
            *tokens.make_stem_tokens(tag_stems),
            *tokens.make_stem_tokens(body_stems),
        )
    )
    words_count = len(title_stems) + len(body_stems)
    return IndexEntry(found, " ".join(map(tokens.clean_stem, title_stems)), words_count)


def _find_filters(text: SearchableText) -> Iterable[str]:
    kind = "post" if text.key.comment_id is None else "comment"
    yield tokens.make_kind_token(kind)
    yield tokens.make_author_filter(text.author_id)
    if text.community_id is not None:
        yield tokens.make_community_filter(text.community_id)
    yield from tokens.make_tag_filters(text.tags)
    if text.has_image:
        yield HAS_IMAGE
    yield from tokens.make_level_tokens("reactions", text.reactions_level)
    yield from tokens.make_level_tokens("comments", text.comments_level)


async def sync_post(session: AsyncSession, post_id: int) -> None:
    """Write the document of a post, or remove its content if the post is not published."""
    found = await load_posts(session, [post_id])
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
    """Write the document of a comment, or remove its content if the comment is not published."""
    found = await load_comments(session, [comment_id])
    if found:
        await write_document(session, found[0])
    else:
        await remove_comment(session, comment_id)


async def remove_post(session: AsyncSession, post_id: int) -> None:
    """Remove the content of a post. Its comments are hidden with it, whatever they contain."""
    await remove_content(session, *_is_of_post(post_id))


async def remove_comment(session: AsyncSession, comment_id: int) -> None:
    await remove_content(session, col(SearchDocument.comment_id) == comment_id)


async def write_document(session: AsyncSession, text: SearchableText) -> None:
    """Write the document of a published text.

    A job finds the stems of the end of a long text.
    """
    body = text.body[:MAX_LENGTH_IN_TRANSACTION]
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


async def remove_content(session: AsyncSession, *conditions: ColumnElement[bool]) -> None:
    """Remove everything that documents contain of their texts, so that no erased text stays.

    `write_document` writes it again when a text is restored.
    """
    query: Any = update(SearchDocument).where(*conditions).values(title_stems="", words_count=0)
    query = query.returning(SearchDocument.id).execution_options(synchronize_session=False)
    for document_id in (await session.scalars(query)).all():
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


PostChanged = posts.PostPublished | posts.PostEdited | posts.PostRestored
PostHidden = posts.PostHeld | posts.PostUnpublished | posts.PostDeleted
CommentChanged = (
    comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentUnhidden
    | comments.CommentMoved
)


async def index_post(session: AsyncSession, event: PostChanged) -> None:
    await sync_post(session, event.post_id)


async def index_moved_posts(session: AsyncSession, event: posts.PostsMoved) -> None:
    for post_id in event.post_ids:
        await sync_post(session, post_id)


async def hide_post(session: AsyncSession, event: PostHidden) -> None:
    await remove_post(session, event.post_id)


async def index_comment(session: AsyncSession, event: CommentChanged) -> None:
    await sync_comment(session, event.comment_id)


async def hide_comment(session: AsyncSession, event: comments.CommentHidden) -> None:
    await remove_comment(session, event.comment_id)
