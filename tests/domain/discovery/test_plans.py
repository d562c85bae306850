"""No feed reads the whole table of posts: asked of PostgreSQL, on enough rows for it to matter."""

import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.database import engine, reading, unit_of_work
from community.core.pagination import Page
from community.domain import discovery, posts
from community.domain.discovery import Feed
from tests import databases
from tests.cast import Cast

pytestmark = pytest.mark.skipif(not databases.POSTGRES, reason="asks the planner of PostgreSQL")

PEOPLE, PLACES, POSTS = 300, 30, 12_000
FOLLOWED, JOINED, LIMIT = 40, 3, 20
LARGE = {"posts", "comments"}

FILL = f"""
INSERT INTO users (slug, name, email, bio, default_feed, shows_online, ignored_keywords, rating,
                   created_at)
SELECT 'person' || n, 'P', n || '@example.com', '', 'popular', true, '[]', 0, now()
FROM generate_series(1, {PEOPLE}) n;
INSERT INTO communities (slug, name, description, rules, rules_html, owner_id, posting, created_at)
SELECT 'place' || n, 'C', '', '', '', 1, 'everyone', now() FROM generate_series(1, {PLACES}) n;
INSERT INTO posts (slug, title, intro, text, html, author_id, community_id, status, tags,
                   comments_enabled, reading_time, reactions, hotness, version,
                   published_at, created_at, saved_at)
SELECT 's', 't', '', '', repeat('x', 500), 6 + n % {PEOPLE}, 1 + n % {PLACES}, 'published', '[]',
       true, 1, '{{}}', random(), 1, now() - n * interval '1 minute', now(), now()
FROM generate_series(1, {POSTS}) n;
INSERT INTO post_tags (tag, post_id) SELECT 'rare', id FROM posts WHERE id % 1000 = 0;
INSERT INTO post_tags (tag, post_id) SELECT 'common', id FROM posts;
INSERT INTO comments (post_id, author_id, text, html, path, depth, moderation_status, reactions,
                      score, controversy, version, created_at)
SELECT id, 6, 'x', 'x', id, 0, 'published', '{{}}', 0, 0, 1, now() FROM posts;
INSERT INTO follows SELECT 4, 6 + n, now() FROM generate_series(1, {FOLLOWED}) n;
INSERT INTO memberships (community_id, user_id, joined_at)
SELECT n, 4, now() FROM generate_series(1, {JOINED}) n;
INSERT INTO ignores SELECT 4, 5, now()
"""


async def fill(reader: Actor) -> None:
    assert reader.id == 4
    async with unit_of_work() as session:
        connection = await session.connection()
        for statement in FILL.split(";"):
            await connection.exec_driver_sql(statement)
    async with unit_of_work() as session:
        await session.execute(text("ANALYZE"))


Ask = Callable[[AsyncSession], Awaitable[Any]]


async def plans_of(ask: Ask) -> list[dict[str, Any]]:
    """Every node of the plans of what `ask` sends, with the rows that they really read."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(engine().sync_engine, "before_cursor_execute", note)
    async with reading() as session:
        await ask(session)
        event.remove(engine().sync_engine, "before_cursor_execute", note)
        connection = await session.connection()
        found: list[dict[str, Any]] = []
        for statement, parameters in asked:
            told = await connection.exec_driver_sql(
                f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters
            )
            plan = told.scalar_one()
            plan = json.loads(plan) if isinstance(plan, str) else plan
            found.extend(_nodes(plan[0]["Plan"]))
    return found


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def rows_read(nodes: list[dict[str, Any]]) -> int:
    """Rows of the large tables that were looked at, kept or not."""
    return sum(
        (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        for node in nodes
        if node.get("Relation Name") in LARGE
    )


async def test_no_feed_reads_the_whole_table(cast: Cast) -> None:
    await fill(cast.charlie)
    per_source = (FOLLOWED + JOINED) * (LIMIT + 1) * 2
    for actor in (cast.guest, cast.charlie):
        for more, most in (
            ({"name": Feed.POPULAR}, 2 * LIMIT),
            ({"name": Feed.NEW}, 2 * LIMIT),
            ({"name": Feed.PERSONAL}, per_source + 2 * LIMIT),
            ({"community_id": 2, "name": Feed.POPULAR}, 2 * LIMIT),
            ({"community_id": 2, "name": Feed.NEW}, 2 * LIMIT),
            ({"author_id": 9, "name": Feed.NEW}, 2 * LIMIT),
            ({"tag": "rare", "name": Feed.NEW}, 200),
            ({"tag": "common", "name": Feed.POPULAR}, 4 * LIMIT),
        ):
            if actor.is_guest and more.get("name") is Feed.PERSONAL:
                continue
            await _assert_cheap(actor, more, most)


async def _assert_cheap(actor: Actor, more: dict[str, Any], most: int) -> None:
    async def first(session: AsyncSession) -> Page[posts.PostCard]:
        return await discovery.feed(session, actor, limit=LIMIT, **more)

    async with reading() as session:
        following = (await first(session)).next_cursor

    async def second(session: AsyncSession) -> Page[posts.PostCard]:
        return await discovery.feed(session, actor, limit=LIMIT, cursor=following, **more)

    for page in (first, second) if following else (first,):
        nodes = await plans_of(page)
        scanned = [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]
        assert not LARGE.intersection(scanned), more
        assert rows_read(nodes) <= most, more


async def test_nor_does_what_stands_beside_it(cast: Cast) -> None:
    await fill(cast.charlie)
    nodes = await plans_of(discovery.live_discussions)
    scanned = [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]
    assert not LARGE.intersection(scanned)
    assert rows_read(nodes) < 1_000
    nodes = await plans_of(lambda session: discovery.pinned(session, cast.guest, community_id=2))
    assert rows_read(nodes) == 0
