"""Tests of the command `demo`, which creates the demo content with domain actions."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlmodel import col, select

from community.cli import demo as content
from community.cli.demo.actions import CreateCommunity, PlayPaymentScene, RegisterUser
from community.cli.demo.timeline import build_timeline
from community.cli.demo_loader.image_loader import get_image_names
from community.cli.demo_loader.loader import load, load_progress
from community.cli.demo_loader.progress import OPERATOR
from community.core.db.sessions import read_session, unit_of_work
from community.core.settings import settings
from community.domain import comments, site
from community.gateways.media import key_for
from community.gateways.media.storage.local import LocalStorage
from community.models import Comment, SubscriptionPlan, Upload, User
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.cli.demo.demo_site import PASSWORD, SCENE_COMMENTS, count_all_rows, run_demo
from tests.counters import find_counter_mismatches

LARGE_DISCUSSION_SLUG = "remove-one-thing-from-the-web"
SMALL_DISCUSSION_SLUG = "sharpening-the-short-version"

SHORT_TIMELINE = build_timeline(
    [
        post
        for post in content.get_posts()
        if post.slug in {LARGE_DISCUSSION_SLUG, SMALL_DISCUSSION_SLUG}
    ]
)

# The registrations, and the scenes that change settings or move money.
SHOP_TIMELINE = [
    action
    for action in build_timeline([])
    if isinstance(action, RegisterUser | CreateCommunity | PlayPaymentScene)
    or getattr(action, "name", "") in {"open_shop", "ban_spammer"}
]


@pytest.fixture(autouse=True)
def _wire_events() -> None:
    wire()


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


async def test_the_demo_command_resumes_an_interrupted_run(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await resume_loading(interrupt_after=1)
    assert (await count_all_rows())["User"] == 12
    await _load_until_a_reply_fails(monkeypatch, successful_replies=70)
    assert 0 < (await count_all_rows())["Comment"] < 70
    await resume_loading()
    complete = await count_all_rows()
    small = len(content.get_comments(SMALL_DISCUSSION_SLUG))
    assert complete["Comment"] == 150 + small + SCENE_COMMENTS
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []
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


async def test_images_are_stored_in_all_sizes(db: None, site: Path) -> None:
    users = [
        action for action in SHORT_TIMELINE if isinstance(action, RegisterUser | CreateCommunity)
    ]
    profile = next(action for action in SHORT_TIMELINE if get_image_names(action)[1])
    await resume_loading((*users, profile))
    storage = LocalStorage(site / "media")
    async with read_session() as session:
        [*images] = await session.scalars(select(Upload))
    assert len(images) == len(get_image_names(profile)[1])
    for image in images:
        assert (await storage.open(key_for(image.id, f"{max(image.variants)}.webp"))).size


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
    assert "Would add 14 users, 6 communities, 40 posts" in capsys.readouterr().out
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
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    await factories.user("yusuf")
    before = await count_all_rows()
    assert await run_demo() == 1
    assert "yusuf" in capsys.readouterr().err
    assert await count_all_rows() == before


async def test_the_demo_rejects_a_common_password(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_demo(password="password") == 1
    assert "Choose another one" in capsys.readouterr().err
    assert not any((await count_all_rows()).values())


async def test_an_interrupted_run_is_not_resumed_with_another_version_of_the_content(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        await resume_loading(interrupt_after=1)
    assert await run_demo() == 1
    assert "another version" in capsys.readouterr().err


async def _choose_another_provider() -> None:
    async with unit_of_work() as session:
        values = site.PaymentSettings(
            stripe_secret_key=SecretStr("sk_live_1"), yookassa_shop_id="1"
        )
        await site.update_settings(session, OPERATOR, values)


async def test_nothing_is_sold_on_a_site_with_keys_of_a_payment_provider(db: None) -> None:
    await _choose_another_provider()
    await resume_loading(SHOP_TIMELINE)
    async with read_session() as session:
        section = await site.get_settings_section(session, site.PaymentSettings)
        assert section.provider == "off"
        assert await session.scalar(select(SubscriptionPlan)) is None


async def test_nothing_is_sold_on_a_public_site(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    monkeypatch.setenv("PUBLIC_URL", "https://example.org")
    settings.cache_clear()
    await resume_loading(SHOP_TIMELINE)
    async with read_session() as session:
        assert await session.scalar(select(SubscriptionPlan)) is None


async def test_scenes_are_not_played_on_a_site_that_has_accounts(cast: Cast) -> None:
    await resume_loading(SHOP_TIMELINE)
    async with read_session() as session:
        assert await session.scalar(select(SubscriptionPlan)) is None
        banned = await session.scalars(select(User.slug).where(col(User.banned_at).is_not(None)))
        assert "best-watches" not in banned.all()
