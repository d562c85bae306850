"""`community demo` fills a site as if its people had done everything themselves, and only once."""

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
from community.cli.demo.timeline import timeline
from community.cli.demo_command import _demo
from community.cli.demo_loading import gallery
from community.cli.demo_loading.loading import find_progress, load
from community.core import clock
from community.core.actor import Actor
from community.core.database import reading
from community.core.settings import settings
from community.domain import accounts, comments, discovery
from community.domain.accounts import Feed
from community.domain.comments.thread import ancestors
from community.media import LocalStorage, key_for
from community.media.images import ProcessedImage
from community.media.rendering import render
from community.models import (
    Comment,
    Community,
    Follow,
    Membership,
    Notification,
    NotificationActor,
    OwedJob,
    Post,
    PostWatch,
    Reaction,
    Upload,
    User,
)
from community.wiring import wire
from tests import factories
from tests.cast import Cast

ARGUMENT = "remove-one-thing-from-the-web"
SHARPENING = "sharpening-the-short-version"
MINUTE = timedelta(minutes=1)
PASSWORD = "correct horse battery staple"

SHORT = timeline([post for post in content.posts() if post.slug in {ARGUMENT, SHARPENING}])


@pytest.fixture
def one_picture_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn in no time: all look alike."""
    drawn = BytesIO()
    Image.new("RGB", (400, 300), "teal").save(drawn, "WEBP")
    rendered = render(drawn.getvalue())
    image = ProcessedImage(400, 300, rendered.color, 1, rendered.variants)
    monkeypatch.setattr(gallery, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
    monkeypatch.setattr(gallery, "paint", lambda _: (image, len(drawn.getvalue())))


@pytest.fixture(autouse=True)
def _wired() -> None:
    wire()


async def demo(**options: Any) -> int:
    """The command with its options."""
    chosen: dict[str, Any] = {"if_empty": False, "dry_run": False, "yes": False, "password": ""}
    return await _demo(**(chosen | options))


async def go_on(timeline_: Any = SHORT, *, until: int | None = None) -> None:
    """Load what is missing; interrupted once so many transactions were committed."""
    progress, _ = await find_progress()
    committed = 0

    def report(_: object) -> None:
        nonlocal committed
        committed += 1
        if committed == until:
            raise KeyboardInterrupt

    await load(timeline_, progress, password=PASSWORD, report=report)


async def count(session: AsyncSession, table: type[SQLModel], *rules: Any) -> int:
    return (
        await session.execute(select(func.count()).select_from(table).where(*rules))
    ).scalar_one()


async def numbers() -> dict[str, int]:
    """How many of everything there are."""
    async with reading() as session:
        tables = (User, Community, Post, Comment, Reaction, Follow, Membership, Upload)
        more = (Notification, NotificationActor, PostWatch, OwedJob)
        return {table.__name__: await count(session, table) for table in (*tables, *more)}


async def ensure_counters_equal_rows() -> None:
    async with reading() as session:
        said = (await session.scalars(select(Comment))).all()
        shown = (await session.scalars(select(Post))).all()
        reactions = (await session.scalars(select(Reaction))).all()
        _ensure_answers_are_counted(said)
        for target, rows in (("post_id", shown), ("comment_id", said)):
            given = Counter((getattr(each, target), each.code) for each in reactions)
            _ensure_applause_is_counted(rows, given)
        under = Counter(row.post_id for row in said)
        assert {post.id: post.comments_count for post in shown} == {
            each.id: under[each.id] for each in shown
        }
        for user in await session.scalars(select(User)):
            assert user.followers_count == await count(
                session, Follow, Follow.followed_id == user.id
            )
            assert user.following_count == await count(
                session, Follow, Follow.follower_id == user.id
            )
            assert user.posts_count == await count(session, Post, Post.author_id == user.id)
        for place in await session.scalars(select(Community)):
            assert place.members_count == await count(
                session, Membership, Membership.community_id == place.id
            )
            assert place.posts_count == await count(session, Post, Post.community_id == place.id)


def _ensure_answers_are_counted(said: Sequence[Comment]) -> None:
    answers = Counter(row.parent_id for row in said)
    below = Counter(above for row in said for above in ancestors(row.path))
    for row in said:
        assert row.replies_count == answers[row.id]
        assert row.descendants_count == below[row.id]


def _ensure_applause_is_counted(
    rows: Sequence[Post | Comment], given: Counter[tuple[int, str]]
) -> None:
    for row in rows:
        assert row.reactions_count == sum(row.reactions.values())
        assert row.reactions == {code: given[row.id, code] for code in row.reactions}
    ids = {row.id for row in rows}
    assert sum(row.reactions_count for row in rows) == sum(
        number for (target, _), number in given.items() if target in ids
    )


@pytest.mark.slow
async def test_all_of_it_is_there_and_a_second_time_adds_nothing(
    db: None, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await demo(password=PASSWORD) == 0
    first = await numbers()
    assert (first["User"], first["Community"], first["Post"]) == (12, 6, 40)
    assert first["Upload"] == len(content.pictures_used())
    assert first["OwedJob"] == 0
    async with reading() as session:
        slugs = await session.execute(
            select(Post.comments_count).order_by(col(Post.comments_count).desc())
        )
        assert [number for (number,) in slugs][:2] == [2000, 150]
    await ensure_counters_equal_rows()
    await _ensure_feeds_are_in_order()
    assert PASSWORD in capsys.readouterr().out
    assert await demo() == 0
    assert "nothing to do" in capsys.readouterr().out
    assert await numbers() == first


async def _ensure_feeds_are_in_order() -> None:
    async with reading() as session:
        new = await discovery.feed(session, Actor(), name=Feed.NEW, limit=40)
        popular = await discovery.feed(session, Actor(), name=Feed.POPULAR, limit=40)
    moments = [card.published_at for card in new.items]
    assert moments == sorted(moments, reverse=True)  # type: ignore[type-var]
    assert [card.id for card in popular.items[:9]] != [card.id for card in new.items[:9]]
    assert all(card.cover and card.views_count for card in new.items)


async def test_an_interrupted_run_goes_on_where_it_stopped(
    db: None, one_picture_for_all: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await go_on(until=1)
    assert (await numbers())["User"] == 12
    await _break_off_in_the_middle_of_a_transaction(monkeypatch, after=70)
    assert 0 < (await numbers())["Comment"] < 70
    await go_on()
    whole = await numbers()
    assert whole["Comment"] == 150 + len(content.remarks(SHARPENING))
    await ensure_counters_equal_rows()
    await go_on()
    assert await numbers() == whole


async def _break_off_in_the_middle_of_a_transaction(
    monkeypatch: pytest.MonkeyPatch, *, after: int
) -> None:
    reply, left = comments.reply, iter(range(after))

    async def reply_for_a_while(*arguments: Any, **named: Any) -> Comment:
        if next(left, None) is None:
            raise ConnectionError
        return await reply(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(comments, "reply", reply_for_a_while)
        with pytest.raises(ConnectionError):
            await go_on()


async def test_everything_happened_at_its_own_time(db: None, one_picture_for_all: None) -> None:
    began = clock.now()
    await go_on()
    said = content.remarks(ARGUMENT)
    age = next(post.age for post in content.posts() if post.slug == ARGUMENT)
    async with reading() as session:
        rows = (await session.scalars(select(Comment).order_by(col(Comment.id)))).all()
        marta = await accounts.get_user(session, "marta")
        news = (await session.scalars(select(Notification))).all()
    assert [row.created_at for row in rows] == sorted(row.created_at for row in rows)
    last = next(row for row in rows if row.text == said[-1].text)
    assert abs(began - age + said[-1].after - last.created_at) < MINUTE
    assert marta.admin_since == marta.created_at
    assert abs(began - marta.created_at - timedelta(days=410)) < MINUTE
    assert news
    assert all(row.bumped_at < began for row in news)


async def test_what_stands_on_top_and_who_may_write_where(
    db: None, one_picture_for_all: None
) -> None:
    await go_on()
    async with reading() as session:
        pinned = await session.scalar(select(Comment).where(col(Comment.pinned_at).is_not(None)))
        places = (await session.scalars(select(Community))).all()
    assert pinned is not None
    assert pinned.text.startswith("Evening summary")
    assert {place.posting for place in places} == {"everyone", "members"}
    assert all(place.avatar and place.header for place in places)


async def test_pictures_are_where_they_are_served_from(
    db: None, site: Path, one_picture_for_all: None
) -> None:
    await go_on()
    storage = LocalStorage(site / "media")
    async with reading() as session:
        for upload in await session.scalars(select(Upload)):
            assert upload.attached_at is not None
            for width in upload.variants:
                assert (await storage.open(key_for(upload.id, f"{width}.webp"))).size


async def test_people_of_the_demo_can_sign_in(db: None, one_picture_for_all: None) -> None:
    await go_on()
    async with reading() as session:
        claim = await accounts.claim(session, login="marta@example.com")
    proof = await accounts.prove(claim, password=PASSWORD)
    assert proof.user_id


async def test_if_empty_does_nothing_where_anybody_has_an_account(
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await numbers()
    assert await demo(if_empty=True) == 0
    assert "has accounts already" in capsys.readouterr().out
    assert await numbers() == before


async def test_a_dry_run_says_what_it_would_do(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await demo(dry_run=True) == 0
    assert "Would add 12 people, 6 communities, 40 posts" in capsys.readouterr().out
    assert not any((await numbers()).values())


async def test_a_site_in_production_with_accounts_is_left_alone(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings.cache_clear()
    assert await demo() == 1
    assert "--yes" in capsys.readouterr().err
    assert await demo(dry_run=True, yes=True) == 0


async def test_a_site_where_a_name_is_taken_stays_as_it_is(
    cast: Cast, one_picture_for_all: None, capsys: pytest.CaptureFixture[str]
) -> None:
    await factories.person("yusuf")
    before = await numbers()
    assert await demo() == 1
    assert "yusuf" in capsys.readouterr().err
    assert await numbers() == before


async def test_a_password_that_anybody_would_guess_is_refused(
    db: None, one_picture_for_all: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await demo(password="password") == 1
    assert "Choose another one" in capsys.readouterr().err
    assert not any((await numbers()).values())


async def test_what_another_version_began_is_not_mixed_with_this_one(
    db: None, one_picture_for_all: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await go_on(until=1)
    assert await demo() == 1
    assert "another version" in capsys.readouterr().err
