"""What the search index contains of posts and comments."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.text.safe_html import extract_plain_text
from community.core.text.stems import find_stems
from community.domain import comments, posts
from community.domain.search.index import tokens
from community.models import Comment, CommentMedia, Post

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
