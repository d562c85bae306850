"""Posts and comments for the benchmark of the search, loaded in bulk and in the order of time.

Each unit is a post and two comments on earlier posts. The frequency of words follows Zipf's law, so
that the commonest word is in most posts and in half of the comments. Loading continues where it was
interrupted.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, text

from community.core.text.stems import find_stems
from community.domain.search import content
from community.domain.search.content import SearchableText, TextKey
from community.domain.search.token_index import GROUP_SIZES, make_group
from community.models import Comment, Community, Post, PostTag, SearchDocument, User

VOCABULARY = 100_000
TITLE_WORDS, POST_WORDS, COMMENT_WORDS = 6, 60, 20
AUTHORS, COMMUNITIES, TAGS = 1_000, 100, 500
COMMENTS = 2
BATCH = 1_000
START = datetime(2023, 1, 1, tzinfo=UTC)
SECONDS_PER_UNIT = 90
SYLLABLES = (
    ("ба", "во", "ги", "дра", "же", "зо", "ка", "ли", "мо", "ну", "пе", "ро", "сти", "ту", "хо"),
    ("ba", "co", "di", "fra", "ge", "ho", "ja", "ki", "lo", "mu", "ne", "po", "sti", "tu", "wo"),
)


@cache
def get_words() -> list[str]:
    """Return invented words, the commonest first. Every second one is Russian."""
    words: dict[str, None] = {}
    number = 0
    while len(words) < VOCABULARY:
        rest, parts = number // 2 + 15, []
        while rest:
            parts.append(SYLLABLES[number % 2][rest % 15])
            rest //= 15
        words["".join(parts)] = None
        number += 1
    return list(words)


@cache
def _get_weights() -> list[float]:
    return list(accumulate(1 / (number + 3) for number in range(VOCABULARY)))


@dataclass(slots=True)
class Batch:
    posts: list[dict[str, Any]]
    comments: list[dict[str, Any]]
    documents: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    tags: list[dict[str, Any]]


def load(engine: Engine, units: int) -> None:
    """Load posts and comments until there are `units` posts."""
    with engine.begin() as connection:
        first = (connection.scalar(select(func.max(Post.id))) or 0) + 1
        if first == 1:
            _create_people(connection)
    if first > units:
        return
    is_sqlite = engine.dialect.name == "sqlite"
    if not is_sqlite:
        with engine.begin() as connection:
            connection.execute(text("DROP INDEX IF EXISTS ix_search_tokens"))
    for start in range(first, units + 1, BATCH):
        batch = _build_batch(range(start, min(start + BATCH, units + 1)))
        with engine.begin() as connection:
            _store(connection, batch, is_sqlite=is_sqlite)
        print(f"\r{start + BATCH - 1:,} of {units:,} posts", end="", flush=True)
    print()
    _finish(engine, is_sqlite=is_sqlite)


def _finish(engine: Engine, *, is_sqlite: bool) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if is_sqlite:
            connection.execute(text("ANALYZE"))
            return
        create = "CREATE INDEX ix_search_tokens ON search_tokens USING gin (tokens)"
        connection.execute(text("SET maintenance_work_mem = '1GB'"))
        connection.execute(text(f"{create} WITH (fastupdate = off)"))
        for table in ("posts", "comments", "search_documents", "search_tokens", "post_tags"):
            column = "document_id" if table == "search_tokens" else "id"
            if table not in {"search_tokens", "post_tags"}:
                sequence = f"pg_get_serial_sequence('{table}', '{column}')"
                connection.execute(text(f"SELECT setval({sequence}, max(id)) FROM {table}"))
            connection.execute(text(f"VACUUM ANALYZE {table}"))


def _create_people(connection: Connection) -> None:
    users = [
        _dump(User(slug=f"author-{n}", name=f"Author {n}", email=f"author{n}@example.com"), id=n)
        for n in range(1, AUTHORS + 1)
    ]
    communities = [
        _dump(Community(slug=f"community-{n}", name=f"Community {n}", owner_id=1), id=n)
        for n in range(1, COMMUNITIES + 1)
    ]
    connection.execute(insert(User), users)
    connection.execute(insert(Community), communities)


def _dump(row: Any, **values: Any) -> dict[str, Any]:
    return {**{name: getattr(row, name) for name in type(row).model_fields}, **values}


def _build_batch(units: range) -> Batch:
    batch = Batch([], [], [], [], [])
    template = _dump(Post(slug="x", title="", author_id=1, status="published"))
    comment_template = _dump(Comment(post_id=1, author_id=1))
    for unit in units:
        generator = random.Random(unit)
        published_at = START + timedelta(seconds=SECONDS_PER_UNIT * unit)
        for found in _generate_texts(unit, generator, published_at):
            _add_document(batch, found)
            reactions = min(1_000, int(generator.paretovariate(1.2)) - 1)
            values = {
                "author_id": found.author_id,
                "html": f"<p>{found.body}</p>",
                "text": found.body,
                "reactions_count": reactions,
                "created_at": published_at,
            }
            if found.key.comment_id is None:
                more = {
                    "title": found.title,
                    "community_id": found.community_id,
                    "published_at": published_at,
                    "comments_count": COMMENTS,
                    "excerpt": found.body[:200],
                }
                batch.posts.append({**template, **values, **more, "id": unit})
                batch.tags += [
                    {"tag": tag, "post_id": unit, "hotness": 0.0, "published_at": published_at}
                    for tag in found.tags
                ]
            else:
                key = {"id": found.key.comment_id, "post_id": found.key.post_id}
                path = {"path": f"{found.key.comment_id:012}", "branch_id": found.key.comment_id}
                batch.comments.append({**comment_template, **values, **key, **path})
    return batch


def _generate_texts(
    unit: int, generator: random.Random, published_at: datetime
) -> Iterator[SearchableText]:
    def choose(count: int) -> str:
        weights = _get_weights()
        return " ".join(generator.choices(get_words(), cum_weights=weights, k=count))

    def build(key: TextKey, community_id: int, words: int, title: str = "") -> SearchableText:
        return SearchableText(
            key=key,
            author_id=generator.randint(1, AUTHORS),
            community_id=community_id,
            published_at=published_at,
            title=title,
            tags=[f"tag-{generator.randint(1, TAGS)}"] if title else [],
            body=choose(words),
            has_image=generator.random() < 0.1,
            reactions_level=0,
            comments_level=0,
        )

    yield build(TextKey(unit), unit % COMMUNITIES + 1, POST_WORDS, choose(TITLE_WORDS))
    for number in range(COMMENTS):
        post_id = generator.randint(max(1, unit - 10_000), unit)
        comment_id = (unit - 1) * COMMENTS + number + 1
        yield build(TextKey(post_id, comment_id), post_id % COMMUNITIES + 1, COMMENT_WORDS)


def _add_document(batch: Batch, found: SearchableText) -> None:
    document_id = len(batch.documents) + 1
    if batch.documents:
        document_id = batch.documents[-1]["id"] + 1
    elif found.key.comment_id is None:
        document_id = (found.key.post_id - 1) * (COMMENTS + 1) + 1
    entry = content.build_entry(found, find_stems(found.body))
    document = SearchDocument(
        post_id=found.key.post_id,
        comment_id=found.key.comment_id,
        community_id=found.community_id,
        published_at=found.published_at,
        title_stems=entry.title_stems,
        words_count=entry.words_count,
    )
    batch.documents.append(_dump(document, id=document_id))
    batch.tokens.append({"id": document_id, "tokens": entry.tokens})


def _store(connection: Connection, batch: Batch, *, is_sqlite: bool) -> None:
    connection.execute(insert(Post), batch.posts)
    connection.execute(insert(PostTag), batch.tags)
    connection.execute(insert(Comment), batch.comments)
    connection.execute(insert(SearchDocument), batch.documents)
    if is_sqlite:
        rows: Sequence[tuple[int, Any]] = [
            (row["id"], " ".join(row["tokens"])) for row in batch.tokens
        ]
        statement = "INSERT INTO search_tokens (rowid, tokens) VALUES (?, ?)"
    else:
        rows = [
            (row["id"], [*row["tokens"], *(make_group(row["id"], size) for size in GROUP_SIZES)])
            for row in batch.tokens
        ]
        statement = "INSERT INTO search_tokens VALUES (%s, array_to_tsvector(%s))"
    connection.connection.cursor().executemany(statement, rows)
