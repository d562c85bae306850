"""Tests of the purge: what it erases, what stays, and that it can be interrupted anywhere."""

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.personal_data import as_tuple
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import account_deletion, chat, comments, communities, people
from community.domain.accounts import ContentChoice
from community.gateways.media import backends
from community.jobs import purge_accounts
from community.models import (
    AccessToken,
    Advertisement,
    AiRequest,
    BulkAction,
    Cleanup,
    Comment,
    Identity,
    Invitation,
    InvitationUse,
    Mail,
    MemberImpressions,
    Mention,
    ModerationReport,
    NotificationSettings,
    NotificationSubscription,
    OneTimeCodeSecret,
    Passkey,
    PendingRegistration,
    PeriodRating,
    Post,
    RatingPlace,
    RecoveryCode,
    ReportedMessage,
    Sanction,
    Upload,
    UploadReference,
    User,
    UserSession,
)
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.account_deletion.actions import (
    ANONYMIZE,
    DELETE,
    KEEP,
    delete_account,
    get_user_row,
    restore_account,
    run_jobs,
)
from tests.domain.account_deletion.test_restore import fill_account
from tests.domain.actions import (
    follow,
    get_post_view,
    ignore,
    publish_post,
    react,
    reply,
    run,
    start_draft,
)
from tests.domain.advertising import rows as advertisement_rows
from tests.domain.subscriptions.rows import add_subscription

PERIOD = timedelta(days=30, minutes=1)
# Where the id of an erased user stays, and columns with ids of others that may be the same number.
REMAINING_IDS = {
    data.name
    for data in account_deletion.DECLARATIONS
    if any(isinstance(rule, str) for rule in as_tuple(data.erase))
} | {"audit_entries.target_id", "former_slugs.target_id"}
PURGED_COLUMNS = {data.name for data in account_deletion.DECLARATIONS} - REMAINING_IDS
# Rows that are deleted at once, before the account is purged.
DELETED_WITH_THE_ACCOUNT = {"data_exports.user_id", "email_changes.user_id"}
# Columns with ids that are no ids of users, by table. A new column of integers fails the test.
OTHER_IDS = {
    "comments": {"id", "post_id", "parent_id", "branch_id", "community_id"},
    "posts": {"id", "community_id"},
}
# The name and email may stay in texts of other users, and in the audit log.
REMAINING_TEXTS = {"audit_entries", "job_runs", "idempotency_records"}


async def purge(*actors: Actor) -> None:
    with clock.travel(PERIOD):
        assert await purge_accounts.purge_accounts() == len(actors)


async def take_rows(table_name: str) -> list[dict[str, Any]]:
    table = SQLModel.metadata.tables[table_name]
    async with read_session() as session:
        rows = await session.execute(select(table))
        return [dict(row._mapping) for row in rows]


@pytest.mark.parametrize("content", ContentChoice)
async def test_the_purge_keeps_the_threads_of_others_readable(
    cast: Cast, content: ContentChoice
) -> None:
    post = await publish_post(cast.bob)
    others = await publish_post(cast.alice)
    answered, alone = await reply(cast.bob, others), await reply(cast.bob, others)
    answer = await reply(cast.charlie, others, parent=answered)
    nested = await reply(cast.bob, others, parent=answer)
    on_own = await reply(cast.charlie, post)
    await react(cast.bob, others)
    await delete_account(cast.bob, content)
    await purge(cast.bob)
    async with read_session() as session:
        thread = await comments.get_thread(session, GUEST, post_id=others.id)
        assert await find_counter_mismatches(session) == []
        assert await session.get(Comment, on_own.id) is not None
        post_row = await session.get_one(Post, others.id)
        assert (post_row.reactions, post_row.reactions_count) == ({}, 0)
    shown = {comment.id: comment for comment in thread.items}
    assert shown[answer.id].text
    assert answered.id in shown
    if content == DELETE:
        assert alone.id not in shown
        assert nested.id not in shown
        assert shown[answered.id].author is None
        with pytest.raises(NotFound):
            await get_post_view(GUEST, post)
    else:
        names = {shown[comment.id].author for comment in (answered, alone, nested)}
        assert {author.name for author in names if author} == {
            "Bob" if content == KEEP else "Deleted user"
        }
        assert (await get_post_view(GUEST, post)).text


async def test_only_accounts_past_their_date_are_erased(cast: Cast) -> None:
    await delete_account(cast.bob)
    async with unit_of_work() as session:
        merged = await session.get_one(User, cast.charlie.id)
        merged.deleted_at = clock.now()
    assert await purge_accounts.purge_accounts() == 0
    with clock.travel(timedelta(days=29)):
        assert await purge_accounts.purge_accounts() == 0
        await restore_account(cast.bob)
    with clock.travel(PERIOD):
        assert await purge_accounts.purge_accounts() == 0
    assert (await get_user_row(cast.charlie)).slug == "charlie"


async def test_drafts_are_erased_with_every_choice(cast: Cast) -> None:
    await start_draft(cast.bob, "Secret plans")
    await delete_account(cast.bob, KEEP)
    await purge(cast.bob)
    assert await take_rows("posts") == []


async def test_images_are_released(cast: Cast) -> None:
    upload = await factories.upload(cast.bob)
    async with unit_of_work() as session:
        row = await session.get_one(Upload, upload.id)
        row.attached_at, row.name = clock.now(), "holiday with bob.jpg"
        session.add(UploadReference(kind="user_avatar", object_id=cast.bob.id, upload_id=upload.id))
    await delete_account(cast.bob)
    await purge(cast.bob)
    assert await take_rows("upload_references") == []
    async with read_session() as session:
        row = await session.get_one(Upload, upload.id)
    assert row.name == ""
    assert row.purging_since is not None


class _Interrupted(Exception):
    pass


@contextmanager
def interrupt(monkeypatch: pytest.MonkeyPatch, call: int) -> Iterator[None]:
    """Let the transaction of the step with this number fail before it commits."""
    count = 0

    def wrap(step: account_deletion.PurgeStep) -> account_deletion.PurgeStep:
        async def run(session: Any, user_ids: Any) -> int:
            nonlocal count
            count += 1
            result = await step(session, user_ids)
            if count == call:
                raise _Interrupted
            return result

        return run

    with monkeypatch.context() as patch:
        steps = tuple(map(wrap, account_deletion.PURGE_STEPS))
        patch.setattr(account_deletion, "PURGE_STEPS", steps)
        yield


@pytest.mark.parametrize("content", [ANONYMIZE, DELETE])
async def test_an_interrupted_purge_continues(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, content: ContentChoice
) -> None:
    await fill_account(cast.bob, cast.alice, cast.charlie)
    await run_jobs()
    await delete_account(cast.bob, content)
    interruptions = 0
    for call in range(1, 60, 3):
        with clock.travel(PERIOD), interrupt(monkeypatch, call):
            try:
                await purge_accounts.purge_accounts()
                break
            except _Interrupted:
                interruptions += 1
        async with read_session() as session:
            assert await find_counter_mismatches(session) == []
        assert (await get_user_row(cast.bob)).purge_at is not None
    assert interruptions > 3
    assert (await get_user_row(cast.bob)).email.endswith(".invalid")
    before = await take_rows("comments")
    with clock.travel(PERIOD):
        assert await purge_accounts.purge_accounts() == 0
    assert await take_rows("comments") == before


async def add_relations(bob: Actor, other: Actor, admin: Actor) -> None:
    """Let Bob be mentioned, a member, a recipient and an actor of notifications."""
    bread = await factories.community(other)
    post = await publish_post(other)
    comment = await reply(other, post)
    async with unit_of_work() as session:
        session.add(Mention(comment_id=comment.id, user_id=bob.id))
    await run(communities.join, bob, community_id=bread.id)
    await react(bob, comment)
    await follow(other, bob)
    await ignore(admin, bob)
    await reply(other, post, parent=await reply(bob, post))
    await add_messages(bob, other)


async def add_messages(bob: Actor, other: Actor) -> None:
    """Let Bob write to a user and own a group with them, and react to a message."""
    writer = replace(bob, features=frozenset({"private_messages"}))
    opened, _ = await run(chat.start, writer, user_id=other.id)
    text = await chat.render_text("Hello")
    message = await run(chat.send, writer, chat_id=opened.id, text=text)
    await run(chat.react, bob, chat_id=opened.id, message_id=message.id, code="like")
    group = await run(chat.create_group, writer, user_ids=[other.id])
    processed = await chat.files.process_file(b"Flour", name="recipe.txt")
    file = await run(chat.files.store, writer, chat_id=group.id, processed=processed)
    await chat.files.store_files(backends.get_private_storage(), processed)
    await run(chat.send, writer, chat_id=group.id, text=text, files=[file.id])
    await run(chat.set_preferences, bob, read_marks=False)


async def add_personal_data(bob: Actor, admin: Actor) -> None:
    """Store what refers to Bob without a foreign key, and what only other features store."""
    async with unit_of_work() as session:
        user = await session.get_one(User, bob.id)
        user.bio, user.ignored_keywords = "Bob bakes", ["bob"]
        user.chosen_badge, user.chosen_name_style = "star", "ocean"
        await people.reserve_former_slug(session, "user", "bob-the-baker", owner_id=bob.id)
        invitation = Invitation(token_hash="y", max_uses=1)
        report = ModerationReport(
            user_id=admin.id, target_kind="message", target_id=1, reason="spam", state="resolved"
        )
        advertisement = Advertisement(**advertisement_rows.TEXT, starts_at=clock.now())
        session.add_all([invitation, report, advertisement])
        await session.flush()
        key: dict[str, Any] = {"user_id": bob.id}
        await add_subscription(session, bob, admin)
        session.add_all(
            [
                AccessToken(**key, name="Script", token_hash="t"),
                AiRequest(**key, kind="test"),
                MemberImpressions(
                    **key, advertisement_id=advertisement.id, day=clock.now().date(), impressions=1
                ),
                Identity(**key, provider="github", subject="1", email="bob@example.com"),
                InvitationUse(**key, invitation_id=invitation.id),
                OneTimeCodeSecret(**key, secret="s"),
                RecoveryCode(**key, code_hash="c"),
                Passkey(**key, credential_id="p", public_key="k", name="Bob's phone"),
                NotificationSettings(**key),
                NotificationSubscription(**key, author_id=admin.id),
                NotificationSubscription(user_id=admin.id, author_id=bob.id),
                Cleanup(**key, is_deletion=False, reason="Bob was rude", state="finished"),
                Cleanup(
                    user_id=admin.id, created_by_id=bob.id, undone_by_id=bob.id, is_deletion=False
                ),
                BulkAction(
                    section_table="users",
                    action="warn",
                    total=0,
                    created_by_id=bob.id,
                    undone_by_id=bob.id,
                ),
                Sanction(**key, reason="Bob was rude", lifted_at=clock.now()),
                ModerationReport(
                    **key,
                    reporter_id=admin.id,
                    target_kind="user",
                    target_id=bob.id,
                    reason="spam",
                    excerpt="Bob",
                ),
                ModerationReport(
                    reporter_id=bob.id,
                    user_id=admin.id,
                    target_kind="user",
                    target_id=admin.id,
                    reason="other",
                    text="I am Bob",
                    closed_by_id=bob.id,
                ),
                ReportedMessage(
                    report_id=report.id, message_id=2, author_id=bob.id, text="I am Bob"
                ),
                UserSession(
                    user_id=admin.id,
                    token_hash="v",
                    expires_at=clock.now(),
                    viewed_user_id=bob.id,
                ),
                PendingRegistration(
                    name="Bob",
                    email="BOB@example.com",
                    slug="",
                    password_hash="",
                    expires_at=clock.now() + timedelta(days=60),
                ),
                Invitation(token_hash="x", email="bob@example.com", note="For Bob", max_uses=1),
                RatingPlace(user_id=bob.id, date=clock.now().date(), place=1, rating=1.0),
                PeriodRating(user_id=bob.id, period="day", rating=1.0),
                Mail(
                    kind="test",
                    recipient="Bob@example.com",
                    subject="Hi Bob",
                    text="",
                    html="",
                    max_attempts=1,
                ),
            ]
        )


@pytest.mark.parametrize("content", [ANONYMIZE, DELETE])
async def test_no_table_contains_the_person_afterwards(cast: Cast, content: ContentChoice) -> None:
    await fill_account(cast.bob, cast.alice, cast.charlie)
    await add_relations(cast.bob, cast.alice, cast.olga)
    await add_personal_data(cast.bob, cast.olga)
    await delete_account(cast.bob, content)
    await ensure_rows_exist(cast.bob)
    await purge(cast.bob)
    await run_jobs()
    found = []
    for table in SQLModel.metadata.sorted_tables:
        for row in await take_rows(table.name):
            found += [
                f"{table.name}.{name}: {value!r}"
                for name, value in row.items()
                if _is_about_bob(table.name, name, value, cast.bob)
            ]
    assert found == []


async def ensure_rows_exist(bob: Actor) -> None:
    """Check that the test would notice if the purge left the rows of any table."""
    for name in PURGED_COLUMNS - DELETED_WITH_THE_ACCOUNT:
        table, column = name.split(".")
        assert bob.id in [row[column] for row in await take_rows(table)], name


def _is_about_bob(table: str, column: str, value: Any, bob: Actor) -> bool:
    if isinstance(value, str | dict | list) and table not in REMAINING_TEXTS:
        text = json.dumps(value, default=str).lower()
        return "bob" in text
    if value != bob.id or f"{table}.{column}" in REMAINING_IDS:
        return False
    return f"{table}.{column}" in list_user_columns()


def list_user_columns() -> Collection[str]:
    """Return the columns that contain ids of users: all foreign keys, and those without one."""
    keys = {
        f"{table.name}.{key.parent.name}"
        for table in SQLModel.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "users"
    }
    return keys | UNCHECKED_USER_COLUMNS


# Columns with ids of users that have no foreign key.
UNCHECKED_USER_COLUMNS = {
    "users.id",
    "user_sessions.viewed_user_id",
    "audit_entries.actor_id",
    "account_merges.source_id",
    "account_merges.target_id",
    "period_ratings.user_id",
    "rating_places.user_id",
    "former_slugs.target_id",  # of users and of communities
}
# Columns that end with `_id` and contain no ids of users.
OTHER_COLUMNS = {
    "advertisement_statistics.community_id",
    "audit_entries.target_id",
    "billing_details.vat_id",
    "bulk_actions.last_id",
    # Sessions of purged accounts are deleted.
    "bulk_actions.session_id",
    # The records of an act of an administrator, which stays.
    "bulk_action_records.record_id",
    "chats.last_message_id",
    "chats.picture_id",
    "chat_members.last_read_message_id",
    "chat_members.sees_from_id",
    "comments.client_id",
    "invoices.payment_id",
    "money_movements.payment_id",
    "messages.client_id",
    "notifications.first_message_id",
    "notifications.message_id",
    "notifications.payment_id",
    "provider_events.event_id",
    "reconciliation_findings.payment_id",
    "sandbox_payments.payment_id",
    "sandbox_setups.setup_id",
    "comments.community_id",
    "chat_members.cleanup_id",
    "comments.cleanup_id",
    # The content of hidden messages is erased together with the messages.
    "hidden_messages.cleanup_id",
    "posts.cleanup_id",
    # Clean-ups are found by `cleanups.user_id`.
    "cleanups.sanction_id",
    "credit_entries.payment_id",
    "data_exports.file_id",
    "passkeys.credential_id",
    "posts.client_id",
    "reaction_kinds.image_id",
    # Reports of users are found by `reports.user_id`.
    "reports.target_id",
    # The names of users are removed at once when the account is deleted (`search.name_index`).
    "search_names.target_id",
    "report_messages.message_id",
    "upload_references.object_id",
    "search_documents.community_id",
}


def test_every_column_with_an_id_is_classified() -> None:
    """A new column without a foreign key must be in one of the lists, and be purged if needed."""
    columns = {
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.sorted_tables
        for column in table.columns
        if column.name.endswith("_id") and not column.foreign_keys
    }
    assert columns <= UNCHECKED_USER_COLUMNS | OTHER_COLUMNS
