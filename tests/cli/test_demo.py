"""Tests of the command `demo`, which creates the demo content with domain actions."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col, func, select

from community.cli import demo as content
from community.cli.demo.timeline import build_timeline
from community.cli.demo_command import _add_demo_content
from community.cli.demo_loader import image_loader
from community.cli.demo_loader.loader import load, load_progress
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import accounts, comments, discovery
from community.domain.accounts import Feed
from community.domain.comments.tree import parse_ancestor_ids
from community.media import LocalStorage, key_for
from community.media.rendering import render
from community.models import (
    Comment,
    Community,
    Follow,
    Membership,
    Notification,
    NotificationActor,
    OutboxMessage,
    Post,
    PostWatch,
    Reaction,
    Upload,
    User,
)
from community.wiring import wire
from tests import factories
from tests.cast import Cast

LARGE_DISCUSSION_SLUG = "remove-one-thing-from-the-web"
SMALL_DISCUSSION_SLUG = "sharpening-the-short-version"
MINUTE = timedelta(minutes=1)
PASSWORD = "correct horse battery staple"

SHORT_TIMELINE = build_timeline(
    [
        post
        for post in content.get_posts()
        if post.slug in {LARGE_DISCUSSION_SLUG, SMALL_DISCUSSION_SLUG}
    ]
)


@pytest.fixture
def fake_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all demo images with the same small image, because drawing them is slow."""
    file = BytesIO()
    Image.new("RGB", (400, 300), "teal").save(file, "WEBP")
    image = render(file.getvalue())
    monkeypatch.setattr(image_loader, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
    monkeypatch.setattr(image_loader, "render_image", lambda _: (image, len(file.getvalue())))


@pytest.fixture(autouse=True)
def _wire_events() -> None:
    wire()


async def run_demo(**options: Any) -> int:
    defaults: dict[str, Any] = {"if_empty": False, "dry_run": False, "yes": False, "password": ""}
    return await _add_demo_content(**(defaults | options))


async def resume_loading(
    timeline: Any = SHORT_TIMELINE, *, interrupt_after: int | None = None
) -> None:
    """Run the actions of the demo timeline that earlier runs have not completed.

    If `interrupt_after` is given, raise `KeyboardInterrupt` after that many transactions.
    """
    progress, _ = await load_progress()
    committed = 0

    def interrupt_if_limit_is_reached(_: object) -> None:
        nonlocal committed
        committed += 1
        if committed == interrupt_after:
            raise KeyboardInterrupt

    await load(timeline, progress, password=PASSWORD, on_batch=interrupt_if_limit_is_reached)


async def count_rows(session: AsyncSession, table: type[SQLModel], *conditions: Any) -> int:
    return (
        await session.execute(select(func.count()).select_from(table).where(*conditions))
    ).scalar_one()


async def count_all_rows() -> dict[str, int]:
    content_tables = (User, Community, Post, Comment, Reaction, Follow, Membership, Upload)
    notification_tables = (Notification, NotificationActor, PostWatch, OutboxMessage)
    async with read_session() as session:
        return {
            table.__name__: await count_rows(session, table)
            for table in (*content_tables, *notification_tables)
        }


async def assert_stored_counters_are_correct() -> None:
    async with read_session() as session:
        comment_rows = (await session.scalars(select(Comment))).all()
        post_rows = (await session.scalars(select(Post))).all()
        reactions = (await session.scalars(select(Reaction))).all()
        _assert_reply_counts(comment_rows)
        for target, rows in (("post_id", post_rows), ("comment_id", comment_rows)):
            counts = Counter((getattr(reaction, target), reaction.code) for reaction in reactions)
            _assert_reaction_counts(rows, counts)
        comments_by_post = Counter(row.post_id for row in comment_rows)
        assert {post.id: post.comments_count for post in post_rows} == {
            post.id: comments_by_post[post.id] for post in post_rows
        }
        for user in await session.scalars(select(User)):
            assert user.followers_count == await count_rows(
                session, Follow, Follow.followed_id == user.id
            )
            assert user.following_count == await count_rows(
                session, Follow, Follow.follower_id == user.id
            )
            assert user.posts_count == await count_rows(session, Post, Post.author_id == user.id)
        for community in await session.scalars(select(Community)):
            assert community.members_count == await count_rows(
                session, Membership, Membership.community_id == community.id
            )
            assert community.posts_count == await count_rows(
                session, Post, Post.community_id == community.id
            )


def _assert_reply_counts(comment_rows: Sequence[Comment]) -> None:
    replies = Counter(row.parent_id for row in comment_rows)
    descendants = Counter(
        ancestor_id for row in comment_rows for ancestor_id in parse_ancestor_ids(row.path)
    )
    for row in comment_rows:
        assert row.replies_count == replies[row.id]
        assert row.descendants_count == descendants[row.id]


def _assert_reaction_counts(
    rows: Sequence[Post | Comment], expected_counts: Counter[tuple[int, str]]
) -> None:
    for row in rows:
        assert row.reactions_count == sum(row.reactions.values())
        assert row.reactions == {code: expected_counts[row.id, code] for code in row.reactions}
    ids = {row.id for row in rows}
    assert sum(row.reactions_count for row in rows) == sum(
        count for (target_id, _), count in expected_counts.items() if target_id in ids
    )


@pytest.mark.slow
async def test_the_demo_is_loaded_completely_and_only_once(
    db: None, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_demo(password=PASSWORD) == 0
    first = await count_all_rows()
    assert (first["User"], first["Community"], first["Post"]) == (12, 6, 40)
    assert first["Upload"] == len(content.get_used_image_names())
    assert first["OutboxMessage"] == 0
    async with read_session() as session:
        sizes = await session.execute(
            select(Post.comments_count).order_by(col(Post.comments_count).desc())
        )
        assert [size for (size,) in sizes][:2] == [2000, 150]
    await assert_stored_counters_are_correct()
    await _assert_feed_order()
    assert PASSWORD in capsys.readouterr().out
    assert await run_demo() == 0
    assert "already complete" in capsys.readouterr().out
    assert await count_all_rows() == first


async def _assert_feed_order() -> None:
    async with read_session() as session:
        new = await discovery.get_feed(session, Actor(), name=Feed.NEW, limit=40)
        popular = await discovery.get_feed(session, Actor(), name=Feed.POPULAR, limit=40)
    times = [card.published_at for card in new.items]
    assert times == sorted(times, reverse=True)  # type: ignore[type-var]
    assert [card.id for card in popular.items[:9]] != [card.id for card in new.items[:9]]
    assert all(card.cover and card.views_count for card in new.items)


async def test_the_demo_command_resumes_an_interrupted_run(
    db: None, fake_images: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await resume_loading(interrupt_after=1)
    assert (await count_all_rows())["User"] == 12
    await _load_until_a_reply_fails(monkeypatch, successful_replies=70)
    assert 0 < (await count_all_rows())["Comment"] < 70
    await resume_loading()
    complete = await count_all_rows()
    assert complete["Comment"] == 150 + len(content.get_comments(SMALL_DISCUSSION_SLUG))
    await assert_stored_counters_are_correct()
    await resume_loading()
    assert await count_all_rows() == complete


async def _load_until_a_reply_fails(
    monkeypatch: pytest.MonkeyPatch, *, successful_replies: int
) -> None:
    reply, remaining = comments.reply, iter(range(successful_replies))

    async def reply_or_fail(*arguments: Any, **named: Any) -> Comment:
        if next(remaining, None) is None:
            raise ConnectionError
        return await reply(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(comments, "reply", reply_or_fail)
        with pytest.raises(ConnectionError):
            await resume_loading()


async def test_rows_have_the_timestamps_given_in_the_demo_timeline(
    db: None, fake_images: None
) -> None:
    started_at = clock.now()
    await resume_loading()
    demo_comments = content.get_comments(LARGE_DISCUSSION_SLUG)
    age = next(post.age for post in content.get_posts() if post.slug == LARGE_DISCUSSION_SLUG)
    async with read_session() as session:
        rows = (await session.scalars(select(Comment).order_by(col(Comment.id)))).all()
        marta = await accounts.get_user(session, "marta")
        notifications = (await session.scalars(select(Notification))).all()
    assert [row.created_at for row in rows] == sorted(row.created_at for row in rows)
    last = next(row for row in rows if row.text == demo_comments[-1].text)
    assert abs(started_at - age + demo_comments[-1].delay - last.created_at) < MINUTE
    assert marta.admin_since == marta.created_at
    assert abs(started_at - marta.created_at - timedelta(days=410)) < MINUTE
    assert notifications
    assert all(row.bumped_at < started_at for row in notifications)


async def test_comments_are_pinned_and_communities_have_posting_rules(
    db: None, fake_images: None
) -> None:
    await resume_loading()
    async with read_session() as session:
        pinned = await session.scalar(select(Comment).where(col(Comment.pinned_at).is_not(None)))
        communities = (await session.scalars(select(Community))).all()
    assert pinned is not None
    assert pinned.text.startswith("Evening summary")
    assert {community.posting for community in communities} == {"everyone", "members"}
    assert all(community.avatar and community.header for community in communities)


async def test_demo_images_are_stored_in_the_media_directory(
    db: None, site: Path, fake_images: None
) -> None:
    await resume_loading()
    storage = LocalStorage(site / "media")
    async with read_session() as session:
        for upload in await session.scalars(select(Upload)):
            assert upload.attached_at is not None
            for width in upload.variants:
                assert (await storage.open(key_for(upload.id, f"{width}.webp"))).size


async def test_demo_users_can_sign_in(db: None, fake_images: None) -> None:
    await resume_loading()
    async with read_session() as session:
        credentials = await accounts.find_credentials(session, login="marta@example.com")
    verified = await accounts.verify_password(credentials, password=PASSWORD)
    assert verified.user_id


async def test_with_the_if_empty_option_the_demo_changes_nothing_on_a_site_with_accounts(
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await count_all_rows()
    assert await run_demo(if_empty=True) == 0
    assert "the site has accounts" in capsys.readouterr().out
    assert await count_all_rows() == before


async def test_a_dry_run_prints_the_planned_changes_and_changes_nothing(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_demo(dry_run=True) == 0
    assert "Would add 12 users, 6 communities, 40 posts" in capsys.readouterr().out
    assert not any((await count_all_rows()).values())


async def test_loading_the_demo_on_a_production_site_with_accounts_needs_confirmation(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings.cache_clear()
    assert await run_demo() == 1
    assert "--yes" in capsys.readouterr().err
    assert await run_demo(dry_run=True, yes=True) == 0


async def test_the_demo_aborts_without_changes_if_a_demo_username_is_taken(
    cast: Cast, fake_images: None, capsys: pytest.CaptureFixture[str]
) -> None:
    await factories.user("yusuf")
    before = await count_all_rows()
    assert await run_demo() == 1
    assert "yusuf" in capsys.readouterr().err
    assert await count_all_rows() == before


async def test_the_demo_rejects_a_common_password(
    db: None, fake_images: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_demo(password="password") == 1
    assert "Choose another one" in capsys.readouterr().err
    assert not any((await count_all_rows()).values())


async def test_an_interrupted_run_is_not_resumed_with_another_version_of_the_content(
    db: None, fake_images: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await resume_loading(interrupt_after=1)
    assert await run_demo() == 1
    assert "another version" in capsys.readouterr().err
