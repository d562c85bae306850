"""Tests that no feed reads the whole posts table, according to the query plans of PostgreSQL."""

import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.db.sessions import engine, read_session, unit_of_work
from community.domain import discovery, posts
from community.domain.discovery import Feed
from tests import databases
from tests.cast import Cast

pytestmark = pytest.mark.skipif(
    not databases.POSTGRES_URL, reason="needs the query planner of PostgreSQL"
)

USER_COUNT, COMMUNITY_COUNT, POST_COUNT = 300, 30, 12_000
FOLLOWED_COUNT, JOINED_COUNT, LIMIT = 40, 3, 20
LARGE_TABLES = {"posts", "comments"}

SEED_SQL = f"""
INSERT INTO users (slug, name, email, bio, default_feed, shows_online, ignored_keywords,
                   admin_sections, created_at)
SELECT 'user' || n, 'P', n || '@example.com', '', 'popular', true, '[]', '[]', now()
FROM generate_series(1, {USER_COUNT}) n;
INSERT INTO communities (slug, name, description, rules, rules_html, owner_id, posting, created_at)
SELECT 'community' || n, 'C', '', '', '', 1, 'everyone', now()
FROM generate_series(1, {COMMUNITY_COUNT}) n;
INSERT INTO posts (slug, title, intro, text, html, author_id, community_id, status, tags,
                   comments_enabled, reading_time, reactions, hotness, version,
                   published_at, created_at, saved_at)
SELECT 's', 't', '', '', repeat('x', 500), 6 + n % {USER_COUNT}, 1 + n % {COMMUNITY_COUNT},
       'published', '[]',
       true, 1, '{{}}', random(), 1, now() - n * interval '1 minute', now(), now()
FROM generate_series(1, {POST_COUNT}) n;
INSERT INTO post_tags SELECT 'rare', id, hotness, published_at FROM posts WHERE id % 1000 = 0;
INSERT INTO post_tags SELECT 'old', id, hotness, published_at FROM posts WHERE id > 10000;
INSERT INTO post_tags SELECT 'common', id, hotness, published_at FROM posts;
INSERT INTO comments (post_id, author_id, text, html, path, depth, moderation_status, reactions,
                      score, controversy, version, created_at)
SELECT id, 6, 'x', 'x', id, 0, 'published', '{{}}', 0, 0, 1, now() FROM posts;
INSERT INTO follows SELECT 4, 6 + n, now() FROM generate_series(1, {FOLLOWED_COUNT}) n;
INSERT INTO memberships (community_id, user_id, joined_at)
SELECT n, 4, now() FROM generate_series(1, {JOINED_COUNT}) n;
INSERT INTO ignores SELECT 4, 5, now()
"""


async def seed_database(reader: Actor) -> None:
    assert reader.id == 4
    async with unit_of_work() as session:
        connection = await session.connection()
        for statement in SEED_SQL.split(";"):
            await connection.exec_driver_sql(statement)
    async with unit_of_work() as session:
        await session.execute(text("ANALYZE"))


Query = Callable[[AsyncSession], Awaitable[Any]]


async def explain_statements(query: Query) -> list[dict[str, Any]]:
    """Run `query`, and return the plan nodes of all SQL statements that `query` sends.

    EXPLAIN ANALYZE executes each statement, so the nodes contain actual row counts.
    """
    sent: list[tuple[str, Any]] = []

    def record_statement(
        _connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any
    ) -> None:
        sent.append((statement, parameters))

    event.listen(engine().sync_engine, "before_cursor_execute", record_statement)
    async with read_session() as session:
        await query(session)
        event.remove(engine().sync_engine, "before_cursor_execute", record_statement)
        connection = await session.connection()
        nodes: list[dict[str, Any]] = []
        for statement, parameters in sent:
            result = await connection.exec_driver_sql(
                f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters
            )
            plan = result.scalar_one()
            plan = json.loads(plan) if isinstance(plan, str) else plan
            nodes.extend(_iterate_plan_nodes(plan[0]["Plan"]))
    return nodes


def _iterate_plan_nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from _iterate_plan_nodes(child)


def count_rows_read(nodes: list[dict[str, Any]]) -> int:
    """Return how many rows of `LARGE_TABLES` were read, including rows removed by a filter."""
    return sum(
        (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        for node in nodes
        if node.get("Relation Name") in LARGE_TABLES
    )


async def test_no_feed_scans_a_whole_table(cast: Cast) -> None:
    await seed_database(cast.charlie)
    per_source = (FOLLOWED_COUNT + JOINED_COUNT) * (LIMIT + 1) * 2
    for actor in (cast.guest, cast.charlie):
        for filters, max_rows in (
            ({"name": Feed.POPULAR}, 2 * LIMIT),
            ({"name": Feed.NEW}, 2 * LIMIT),
            ({"name": Feed.PERSONAL}, per_source + 2 * LIMIT),
            ({"community_id": 2, "name": Feed.POPULAR}, 2 * LIMIT),
            ({"community_id": 2, "name": Feed.NEW}, 2 * LIMIT),
            ({"author_id": 9, "name": Feed.NEW}, 2 * LIMIT),
            ({"tag": "rare", "name": Feed.NEW}, 2 * LIMIT),
            ({"tag": "old", "name": Feed.NEW}, 2 * LIMIT),
            ({"tag": "common", "name": Feed.POPULAR}, 2 * LIMIT),
        ):
            if actor.is_guest and filters.get("name") is Feed.PERSONAL:
                continue
            await _assert_feed_reads_at_most(actor, filters, max_rows)


async def _assert_feed_reads_at_most(actor: Actor, filters: dict[str, Any], max_rows: int) -> None:
    async def get_first_page(session: AsyncSession) -> Page[posts.PostCard]:
        return await discovery.get_feed(session, actor, limit=LIMIT, **filters)

    async with read_session() as session:
        cursor = (await get_first_page(session)).next_cursor

    async def get_second_page(session: AsyncSession) -> Page[posts.PostCard]:
        return await discovery.get_feed(session, actor, limit=LIMIT, cursor=cursor, **filters)

    for query in (get_first_page, get_second_page) if cursor else (get_first_page,):
        nodes = await explain_statements(query)
        scanned = [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]
        assert not LARGE_TABLES.intersection(scanned), filters
        assert count_rows_read(nodes) <= max_rows, filters


async def test_listing_active_discussions_does_not_scan_a_whole_table(cast: Cast) -> None:
    await seed_database(cast.charlie)
    nodes = await explain_statements(discovery.list_active_discussions)
    scanned = [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]
    assert not LARGE_TABLES.intersection(scanned)
    assert count_rows_read(nodes) < 1_000
    nodes = await explain_statements(
        lambda session: discovery.list_pinned_posts(session, cast.guest, community_id=2)
    )
    assert count_rows_read(nodes) == 0
