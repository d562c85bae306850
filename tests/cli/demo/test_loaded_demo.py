"""Tests of a site on which the command `demo` has loaded the demo content.

The tests share the site and do not change it.
"""

from collections.abc import AsyncIterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.cli import demo as content
from community.cli.demo import timeline
from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session
from community.domain import advertising, chat, discovery, identity, people, site, subscriptions
from community.domain.notifications import NotificationKind
from community.domain.people import Feed
from community.gateways.media import key_for
from community.gateways.media.storage.local import LocalStorage
from community.models import (
    Advertisement,
    AdvertisementStatistics,
    ChatMessage,
    Comment,
    Community,
    CreditEntry,
    DailyStatistics,
    Invitation,
    InvoiceDocument,
    Mail,
    ModerationReport,
    Notification,
    Payment,
    Post,
    PromoCode,
    PurchaseConsent,
    ReconciliationRun,
    ReportedMessage,
    Upload,
    User,
    UserSubscription,
)
from community.state.pages.payments.plans_content import get_plans_page
from community.wiring import wire
from tests.cli.demo.demo_site import PASSWORD, SCENE_COMMENTS, count_all_rows, run_demo
from tests.counters import find_counter_mismatches
from tests.shared_site import open_site
from tests.workflows.payments.sequences.documents import check_documents
from tests.workflows.payments.sequences.invariants import check_credit, check_money

# The largest discussion takes longer to load than all others, so these tests omit it.
# `test_demo_content.py` checks its comments.
LARGEST_DISCUSSION_SLUG = "one-small-thing-you-learned-this-week"
LARGE_DISCUSSION_SLUG = "remove-one-thing-from-the-web"
POSTS = tuple(post for post in content.get_posts() if post.slug != LARGEST_DISCUSSION_SLUG)
MINUTE = timedelta(minutes=1)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True)
class LoadedDemo:
    """A site with demo content. `output` is what the command `demo` has printed."""

    data_dir: Path
    started_at: datetime
    output: str


async def load_administrator(session: AsyncSession) -> Actor:
    return identity.build_actor(await people.get_user(session, "marta"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def demo(
    migrated_database: str | Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[LoadedDemo]:
    wire()
    short_timeline = timeline.build_timeline(POSTS)
    folder, output = tmp_path_factory.mktemp("demo"), StringIO()
    with open_site(migrated_database, folder), pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline, "build_timeline", lambda: short_timeline)
        started_at = clock.now()
        with redirect_stdout(output):
            assert await run_demo(password=PASSWORD) == 0
        yield LoadedDemo(folder, started_at, output.getvalue())
        await sessions.close()


async def test_all_content_is_loaded(demo: LoadedDemo) -> None:
    rows = await count_all_rows()
    # One post is unpublished.
    assert (rows["User"], rows["Community"], rows["Post"]) == (14, 6, len(POSTS) + 1)
    written = sum(len(content.get_comments(post.slug)) for post in POSTS)
    assert rows["Comment"] == written + SCENE_COMMENTS
    assert rows["Reaction"] == sum(len(content.get_reactions(post.slug)) for post in POSTS)
    assert rows["OutboxMessage"] == 0
    assert PASSWORD in demo.output


async def test_a_second_run_changes_nothing(
    demo: LoadedDemo, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await count_all_rows()
    assert await run_demo() == 0
    assert "already complete" in capsys.readouterr().out
    assert await count_all_rows() == before


async def test_stored_counters_are_correct(demo: LoadedDemo) -> None:
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []


async def test_the_charts_of_the_admin_panel_show_the_posts(demo: LoadedDemo) -> None:
    async with read_session() as session:
        counted = await session.scalar(select(func.sum(DailyStatistics.posts)))
    assert counted == len(POSTS) + 1


async def test_the_popular_feed_has_another_order_than_the_new_feed(demo: LoadedDemo) -> None:
    async with read_session() as session:
        new = await discovery.get_feed(session, Actor(), name=Feed.NEW, limit=40)
        popular = await discovery.get_feed(session, Actor(), name=Feed.POPULAR, limit=40)
    times = [card.published_at for card in new.items]
    assert times == sorted(times, reverse=True)  # type: ignore[type-var]
    assert [card.id for card in popular.items[:9]] != [card.id for card in new.items[:9]]
    assert all(card.cover and card.views_count for card in new.items)


async def test_rows_have_the_timestamps_given_in_the_demo_timeline(demo: LoadedDemo) -> None:
    demo_comments = content.get_comments(LARGE_DISCUSSION_SLUG)
    demo_post = next(post for post in POSTS if post.slug == LARGE_DISCUSSION_SLUG)
    async with read_session() as session:
        post_id = select(Post.id).where(Post.title == demo_post.title).scalar_subquery()
        ordered = select(Comment).where(Comment.post_id == post_id).order_by(col(Comment.id))
        rows = (await session.scalars(ordered)).all()
        marta = await people.get_user(session, "marta")
        notifications = (await session.scalars(select(Notification))).all()
    assert len(rows) == len(demo_comments)
    assert [row.created_at for row in rows] == sorted(row.created_at for row in rows)
    last = next(row for row in rows if row.text == demo_comments[-1].text)
    assert abs(demo.started_at - demo_post.age + demo_comments[-1].delay - last.created_at) < MINUTE
    assert marta.admin_since == marta.created_at
    assert abs(demo.started_at - marta.created_at - timedelta(days=410)) < MINUTE
    assert notifications
    assert all(row.bumped_at < demo.started_at for row in notifications)


async def test_comments_are_pinned_and_communities_have_posting_rules(demo: LoadedDemo) -> None:
    async with read_session() as session:
        is_pinned = col(Comment.pinned_at).is_not(None)
        pinned = (await session.scalars(select(Comment.text).where(is_pinned))).all()
        communities = (await session.scalars(select(Community))).all()
    assert any(text.startswith("Evening summary") for text in pinned)
    assert {community.posting for community in communities} == {"everyone", "members"}
    assert all(community.avatar and community.header for community in communities)


async def test_demo_images_are_stored_in_the_media_directory(demo: LoadedDemo) -> None:
    storage = LocalStorage(demo.data_dir / "media")
    async with read_session() as session:
        for upload in await session.scalars(select(Upload)):
            assert upload.attached_at is not None or upload.detached_at is not None
            for width in upload.variants:
                assert (await storage.open(key_for(upload.id, f"{width}.webp"))).size


async def test_demo_users_can_sign_in(demo: LoadedDemo) -> None:
    async with read_session() as session:
        credentials = await identity.find_credentials(session, login="marta@example.com")
    verified = await identity.verify_password(credentials, password=PASSWORD)
    assert verified.user_id


async def test_plans_are_on_sale_with_an_offer_and_a_promo_code(demo: LoadedDemo) -> None:
    async with read_session() as session:
        page = await get_plans_page(session, Actor())
        offer = await site.get_settings_section(session, site.OfferSettings)
        code = (await session.scalars(select(PromoCode))).one()
        plans = {
            plan.name: plan
            for plan in await subscriptions.plans.queries.list_plans_on_sale(session)
        }
    assert [plan.name for plan in page.plans] == ["Reader", "Reader, yearly", "Patron"]
    assert {plan.period for plan in plans.values()} == {"month", "year"}
    assert plans["Reader"].trial_days
    assert {feature.code for feature in plans["Patron"].features} >= {
        *("badge", "fancy_nickname", "video_avatar", "ad_free")
    }
    assert offer.heading
    assert offer.advantages
    assert (code.periods, code.uses) == (3, 1)


async def test_each_place_shows_an_advertisement_whose_counts_agree(demo: LoadedDemo) -> None:
    async with read_session() as session:
        rows = list(await session.scalars(select(Advertisement)))
        counted = await session.scalar(select(func.sum(AdvertisementStatistics.impressions)))
    assert {row.place for row in rows} == set(advertising.PLACES)
    assert sum(row.impressions for row in rows) == counted
    assert all(row.shown > row.impressions > row.clicks > 0 for row in rows)


async def test_a_subscriber_has_a_badge_a_styled_name_and_a_video(demo: LoadedDemo) -> None:
    async with read_session() as session:
        profile = await people.get_profile(session, Actor(), "vera")
    assert (profile.badge, profile.name_style) == ("book", "aurora")
    assert profile.video_avatar


async def test_one_person_has_a_year_of_payments_that_agree_with_the_journal(
    demo: LoadedDemo,
) -> None:
    async with read_session() as session:
        vera = await people.get_user(session, "vera")
        payments = list(await session.scalars(select(Payment)))
        own = [payment for payment in payments if payment.user_id == vera.id]
        kinds = set(
            await session.scalars(select(CreditEntry.kind).where(CreditEntry.user_id == vera.id))
        )
        consents = set(await session.scalars(select(PurchaseConsent.payment_id)))
        notes = await session.scalars(
            select(InvoiceDocument.gross).where(InvoiceDocument.kind == "credit_note")
        )
        assert sum(notes) == -sum(payment.refunded for payment in own) < 0
        user_ids = (await session.scalars(select(User.id))).all()
    times = [payment.created_at for payment in own]
    assert max(times) - min(times) > timedelta(days=300)
    assert {payment.kind for payment in own} == {"purchase", "renewal", "upgrade"}
    assert kinds == {"plan_change", "used"}
    assert {payment.id for payment in own if payment.kind != "renewal"} <= consents
    await check_money(payments)
    await check_credit(user_ids)
    await check_documents(payments)


async def test_subscribers_are_in_all_states_that_administrators_meet(demo: LoadedDemo) -> None:
    async with read_session() as session:
        rows = list(await session.scalars(select(UserSubscription)))
        marta = await load_administrator(session)
        plans = await subscriptions.list_plans(session, marta)
        run = (await session.scalars(select(ReconciliationRun))).one()
    assert {row.origin for row in rows} == {"purchase", "trial", "gift", "grant"}
    assert {row.status for row in rows} == {"active", "past_due", "expired"}
    change = next(plan.price_change for plan in plans if plan.name == "Reader")
    assert change is not None
    assert change.subscribers_count == 1
    assert change.starts_at > clock.now() + timedelta(days=25)
    assert (run.unexplained, run.failure) == (0, "")


async def test_moderators_find_a_held_comment_reports_a_ban_and_an_invitation(
    demo: LoadedDemo,
) -> None:
    async with read_session() as session:
        is_held = col(Comment.moderation_status) == "on_moderation"
        held = (await session.scalars(select(Comment).where(is_held))).all()
        reports = (await session.scalars(select(ModerationReport))).all()
        banned = await session.scalars(select(User.slug).where(col(User.banned_at).is_not(None)))
        invitation = (await session.scalars(select(Invitation))).one()
        assert banned.all() == ["best-watches"]
    assert len(held) == 1
    assert {report.target_kind for report in reports} == {"comment", "user", "message"}
    assert invitation.expires_at is not None
    assert invitation.expires_at > clock.now()


async def test_the_administrator_has_notifications_of_every_kind(demo: LoadedDemo) -> None:
    async with read_session() as session:
        marta = await load_administrator(session)
        kinds = await session.scalars(
            select(Notification.kind).where(Notification.recipient_id == marta.id)
        )
        assert set(kinds) == set(NotificationKind)


async def test_the_administrator_has_conversations_a_group_and_a_request(demo: LoadedDemo) -> None:
    async with read_session() as session:
        marta = await load_administrator(session)
        inbox = (await chat.list_chats(session, marta)).items
        requests = (await chat.list_chats(session, marta, folder=chat.Folder.REQUESTS)).items
        unread = await chat.count_unread(session, marta)
        messages = (await session.scalars(select(ChatMessage))).all()
        reported = (await session.scalars(select(ReportedMessage))).all()
    assert [(found.kind, found.members_count, found.unread_count) for found in inbox] == [
        ("direct", 2, 2),
        ("group", 6, 3),
        ("direct", 2, 0),
    ]
    assert [found.unread_count for found in requests] == [1]
    assert inbox[1].picture
    assert sum(message.files_count for message in messages) == 2
    assert (unread.chats, unread.messages) == (2, 5)
    written = [message for message in messages if not message.change]
    ages = [demo.started_at - message.created_at for message in written]
    assert max(ages) - min(ages) > timedelta(days=6)
    assert any(message.edited_at for message in written)
    assert any(message.reply_to_id for message in written)
    assert any(message.reactions for message in written)
    assert [row.text for row in reported] == [content.get_conversations()[-1].messages[-1].text]


async def test_no_mail_is_waiting_for_the_invented_addresses(demo: LoadedDemo) -> None:
    async with read_session() as session:
        assert set(await session.scalars(select(Mail.state))) == {"sent"}
    assert not (demo.data_dir / "mail").exists()
