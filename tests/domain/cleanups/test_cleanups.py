"""Tests of the clean-up of what a user wrote, and of its undoing."""

from typing import Any

import pytest
from sqlmodel import col, select

from community import jobs
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, NotFound
from community.domain import (
    accounts,
    audit,
    chat,
    cleanups,
    comments,
    data_export,
    identity,
    moderation,
    posts,
)
from community.domain.chat import Folder, UnreadCounts
from community.domain.cleanups import CleanupOptions, CleanupView
from community.domain.moderation.reports import ReportReason, TargetKind
from community.models import (
    Chat,
    ChatFile,
    ChatMessage,
    Comment,
    HiddenMessage,
    ModerationReport,
    Post,
    User,
)
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, run
from tests.domain.chat.conftest import (
    list_chats,
    open_conversation,
    open_file,
    read_messages,
    read_texts,
    send,
    start as start_chat,
    subscribe,
    upload_file,
    view as view_chat,
)
from tests.domain.moderation.actions import confirm
from tests.domain.moderation.test_message_reports import (
    delete_reported,
    get_record as get_report_record,
    report as report_message,
)

REASON = "Advertising"


async def start(
    admin: Actor, user: Actor, *, ban: bool = True, reason: str = REASON, **options: Any
) -> CleanupView:
    async with unit_of_work() as session:
        return await cleanups.start(
            session,
            admin,
            user_id=user.id,
            options=CleanupOptions(**options),
            reason=reason,
            ban=ban,
        )


async def undo(admin: Actor, cleanup: CleanupView) -> None:
    async with unit_of_work() as session:
        await cleanups.undo(session, admin, cleanup_id=cleanup.id)


async def get_view(admin: Actor, user: Actor) -> CleanupView:
    async with read_session() as session:
        view = await cleanups.find_latest(session, admin, user_id=user.id)
    assert view is not None
    return view


async def list_statuses(user: Actor) -> dict[str, list[str]]:
    async with read_session() as session:
        post_query = select(Post.status).where(Post.author_id == user.id).order_by(Post.id)  # type: ignore[arg-type]
        comment_query = (
            select(Comment.moderation_status)
            .where(Comment.author_id == user.id)
            .order_by(Comment.id)  # type: ignore[arg-type]
        )
        return {
            "posts": list(await session.scalars(post_query)),
            "comments": list(await session.scalars(comment_query)),
        }


async def get_user(user: Actor) -> User:
    async with read_session() as session:
        return await session.get_one(User, user.id)


@pytest.fixture
async def admin(cast: Cast) -> Actor:
    return await confirm(cast.olga)


async def write_spam(cast: Cast) -> tuple[Post, list[Comment]]:
    """Write two published posts and a draft, and three comments on two posts of others."""
    first, second = await publish_post(cast.alice), await publish_post(cast.alice, "Second")
    await publish_post(cast.bob, "Cheap flour", tags=["flour"])
    await publish_post(cast.bob, "Cheaper flour")
    await factories.post(cast.bob, status="draft", published_at=None)
    rows = [
        await reply(cast.bob, first, "Buy"),
        await reply(cast.bob, first, "Buy now"),
        await reply(cast.bob, second, "Buy here"),
    ]
    await reply(cast.alice, first, "Please stop", rows[0])
    return first, rows


@pytest.mark.parametrize(
    ("content", "post_status", "comment_status"),
    [("hide", "unpublished", "on_moderation"), ("delete", "deleted", "deleted")],
)
async def test_a_cleanup_hides_or_deletes_everything_and_is_undone_exactly(
    cast: Cast,
    admin: Actor,
    monkeypatch: pytest.MonkeyPatch,
    content: str,
    post_status: str,
    comment_status: str,
) -> None:
    monkeypatch.setattr(cleanups, "BATCH_SIZE", 1)
    first, rows = await write_spam(cast)
    await run(comments.pin, cast.alice, comment_id=rows[1].id)
    before, user = await list_statuses(cast.bob), await get_user(cast.bob)
    cleanup = await start(admin, cast.bob, content=content)
    assert (cleanup.state, cleanup.total, cleanup.hidden) == ("running", 5, 0)
    await jobs.run_due_jobs()
    assert await list_statuses(cast.bob) == {
        "posts": [post_status, post_status, "draft"],
        "comments": [comment_status] * 3,
    }
    cleaned = await get_user(cast.bob)
    assert (cleaned.name, cleaned.bio, cleaned.posts_count) == ("bob", "", 0)
    assert identity.is_banned(cleaned)
    view = await get_view(admin, cast.bob)
    assert (view.state, view.hidden) == ("finished", 5)
    async with read_session() as session:
        assert (await session.get_one(Post, first.id)).comments_count == 1
    await undo(admin, view)
    await jobs.run_due_jobs()
    assert await list_statuses(cast.bob) == before
    restored = await get_user(cast.bob)
    assert (restored.name, restored.bio) == (user.name, user.bio)
    assert restored.posts_count == user.posts_count
    assert not identity.is_banned(restored)
    async with read_session() as session:
        assert (await session.get_one(Post, first.id)).comments_count == 3
        assert (await session.get_one(Comment, rows[1].id)).pinned_at is not None
    view = await get_view(admin, cast.bob)
    assert (view.state, view.hidden) == ("undone", 0)
    with pytest.raises(Conflict):
        await undo(admin, view)


async def test_the_undoing_leaves_what_was_changed_otherwise(cast: Cast, admin: Actor) -> None:
    _first, rows = await write_spam(cast)
    kept = await publish_post(cast.bob, "Unpublished before")
    await run(posts.unpublish, cast.olga, post_id=kept.id)
    await run(comments.delete, cast.bob, comment_id=rows[2].id)
    cleanup = await start(admin, cast.bob)
    await jobs.run_due_jobs()
    # Another administrator deletes a comment for good, and changes the name and the ban.
    await run(comments.moderate, cast.olga, comment_id=rows[0].id, status="deleted", reason="Worse")
    changes = accounts.AccountChanges(name="Robert")
    await run(moderation.edit_user, admin, user_id=cast.bob.id, changes=changes)
    await run(moderation.ban, admin, user_id=cast.bob.id, reason="Again")
    await undo(admin, cleanup)
    await jobs.run_due_jobs()
    assert await list_statuses(cast.bob) == {
        "posts": ["published", "published", "draft", "unpublished"],
        "comments": ["deleted", "published", "deleted"],
    }
    user = await get_user(cast.bob)
    assert (user.name, user.ban_reason) == ("Robert", "Again")


async def test_a_running_cleanup_can_be_undone_and_continues_after_a_restart(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanups, "BATCH_SIZE", 1)
    await write_spam(cast)
    before = await list_statuses(cast.bob)
    cleanup = await start(admin, cast.bob, ban=False, profile=False)
    async with unit_of_work() as session:
        assert await cleanups.run_cleanup_step(session, cleanup.id) == 1
    assert (await get_view(admin, cast.bob)).hidden == 1
    with pytest.raises(Conflict):
        await start(admin, cast.bob)
    await undo(admin, cleanup)
    await jobs.run_due_jobs()  # Both jobs run. The one that is not needed any more does nothing.
    assert await list_statuses(cast.bob) == before
    assert not identity.is_banned(await get_user(cast.bob))


async def test_the_choice_limits_a_cleanup(cast: Cast, admin: Actor) -> None:
    await write_spam(cast)
    await start(admin, cast.bob, ban=False, posts=False, profile=False)
    await jobs.run_due_jobs()
    assert await list_statuses(cast.bob) == {
        "posts": ["published", "published", "draft"],
        "comments": ["on_moderation"] * 3,
    }
    assert (await get_user(cast.bob)).name == "Bob"
    nothing = dict.fromkeys(("posts", "comments", "messages", "profile"), False)
    for options in (nothing, {"reason": " "}):
        with pytest.raises(Invalid):
            await start(admin, cast.bob, **options)


async def test_the_counts_and_the_audit_log_tell_what_a_cleanup_covers(
    cast: Cast, admin: Actor
) -> None:
    _first, rows = await write_spam(cast)
    await run(
        comments.moderate, cast.olga, comment_id=rows[0].id, status="on_moderation", reason=""
    )
    async with read_session() as session:
        counts = await cleanups.count_contents(session, admin, user_id=cast.bob.id)
    assert (counts.posts_to_hide, counts.comments_to_hide) == (2, 2)
    assert (counts.posts_to_delete, counts.comments_to_delete) == (2, 3)
    await undo(admin, await start(admin, cast.bob))
    async with read_session() as session:
        entries = (await audit.list_entries(session, cast.olga)).items
    actions = [entry.action for entry in entries if entry.action.startswith("user.")]
    assert actions == [
        "user.cleanup_undone",
        "user.unbanned",
        "user.cleanup_started",
        "user.banned",
    ]
    assert entries[2].reason == REASON


async def test_only_those_who_may_ban_clean_up(cast: Cast, admin: Actor) -> None:
    limited = await confirm(await factories.user("limited", sections=["users"]))
    other = await confirm(await factories.user("other", sections=["posts", "comments"]))
    await write_spam(cast)
    cleanup = await start(admin, cast.bob)
    for actor, user, code in (
        (cast.guest, cast.bob, "not_found"),
        (cast.alice, cast.bob, "not_found"),
        (other, cast.bob, "forbidden"),
        (limited, admin, "forbidden"),
        (admin, admin, "forbidden"),
        (cast.olga, cast.alice, "forbidden"),
    ):
        with pytest.raises(DomainError) as caught:
            await start(actor, user)
        assert caught.value.code == code, actor.slug
    for actor, code in ((cast.alice, "not_found"), (other, "forbidden")):
        with pytest.raises(DomainError) as caught:
            await undo(actor, cleanup)
        assert caught.value.code == code
    await undo(limited, cleanup)


async def test_a_cleanup_hides_messages_and_withdraws_requests_until_it_is_undone(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanups, "BATCH_SIZE", 1)
    spammer = subscribe(cast.bob)
    accepted = await open_conversation(spammer, cast.alice)
    file = await upload_file(spammer, accepted)
    message = await send(spammer, accepted, "Cheap flour", files=[file])
    await run(chat.react, cast.alice, chat_id=accepted.id, message_id=message.id, code="like")
    await send(spammer, await start_chat(spammer, cast.charlie), "Buy flour")
    group = await run(chat.create_group, spammer, user_ids=[cast.charlie.id], name="Flour")
    before = await read_messages(cast.alice, accepted)
    assert [listed.id for listed in await list_chats(cast.alice, search="cheap")] == [accepted.id]

    cleanup = await start(admin, cast.bob)
    assert cleanup.total == 5  # three messages and two requests
    await jobs.run_due_jobs()
    assert (await get_view(admin, cast.bob)).hidden == 5
    assert await read_texts(cast.alice, accepted) == ["", ""]
    assert await list_chats(cast.alice, search="cheap") == []
    assert await list_chats(cast.charlie, folder=Folder.REQUESTS) == []
    async with read_session() as session:
        assert await chat.count_unread(session, cast.alice) == UnreadCounts(chats=0, messages=0)
        assert await chat.count_unread(session, cast.charlie) == UnreadCounts(chats=0, messages=0)
    for attempt in (open_file(cast.alice, accepted, file), view_chat(cast.charlie, group)):
        with pytest.raises(NotFound):
            await attempt

    await undo(admin, cleanup)
    await jobs.run_due_jobs()
    assert await read_messages(cast.alice, accepted) == before
    assert (await open_file(cast.alice, accepted, file)).id == file.id
    assert len(await list_chats(cast.charlie, folder=Folder.REQUESTS)) == 2
    assert (await get_view(admin, cast.bob)).hidden == 0


async def test_the_undoing_keeps_the_answers_to_requests(cast: Cast, admin: Actor) -> None:
    spammer = subscribe(cast.bob)
    request = await start_chat(spammer, cast.charlie)
    await send(spammer, request, "Buy flour")
    cleanup = await start(admin, cast.bob, ban=False, posts=False, comments=False, profile=False)
    await jobs.run_due_jobs()
    assert await read_hidden() == ["Buy flour"]
    # The recipient writes to the user, which answers the request.
    await send(subscribe(cast.charlie), await start_chat(subscribe(cast.charlie), cast.bob), "No")
    await undo(admin, cleanup)
    await jobs.run_due_jobs()
    assert await read_hidden() == []
    assert await read_texts(cast.charlie, request) == ["No", "Buy flour"]
    assert await list_chats(cast.charlie, folder=Folder.REQUESTS) == []


async def test_hidden_messages_are_erased_with_the_account(cast: Cast, admin: Actor) -> None:
    spammer = subscribe(cast.bob)
    opened = await open_conversation(spammer, cast.alice)
    file = await upload_file(spammer, opened)
    await send(spammer, opened, "Cheap flour", files=[file])
    await start(admin, cast.bob)
    await jobs.run_due_jobs()
    async with unit_of_work() as session:
        assert await chat.erase_messages(session, author_ids=[cast.bob.id], limit=10) == 2
        assert await chat.erase_messages(session, author_ids=[cast.bob.id], limit=10) == 0
    assert await read_hidden() == []
    async with read_session() as session:
        assert (await session.get_one(ChatFile, file.id)).purging_since is not None


async def read_hidden() -> list[str]:
    async with read_session() as session:
        return list(await session.scalars(select(HiddenMessage.text)))


async def test_a_hidden_message_that_was_deleted_does_not_return(cast: Cast, admin: Actor) -> None:
    spammer = subscribe(cast.bob)
    opened = await open_conversation(spammer, cast.alice)
    deleted, reported = await send(spammer, opened, "Flour"), await send(spammer, opened, "Cheap")
    report_id = await report_message(cast.alice, reported)
    cleanup = await start(admin, cast.bob, ban=False)
    await jobs.run_due_jobs()
    key = {"chat_id": opened.id, "message_id": deleted.id}
    assert await run(chat.delete_message, spammer, **key)
    assert not await run(chat.delete_message, spammer, **key)
    assert (await get_report_record(admin, report_id)).content_status == "hidden"
    assert await delete_reported(admin, report_id)
    await undo(admin, cleanup)
    await jobs.run_due_jobs()
    assert await read_texts(cast.alice, opened) == ["", "", "Hello"]


async def test_only_the_author_may_delete_a_hidden_message(cast: Cast, admin: Actor) -> None:
    spammer = subscribe(cast.bob)
    opened = await open_conversation(spammer, cast.alice)
    message = await send(spammer, opened, "Flour")
    await start(admin, cast.bob, ban=False)
    await jobs.run_due_jobs()
    assert await list_who_may_delete(opened, message, spammer, cast.alice) == [spammer.id]
    await run(chat.delete_message, spammer, chat_id=opened.id, message_id=message.id)
    assert await list_who_may_delete(opened, message, spammer, cast.alice) == []


async def list_who_may_delete(chat_: Chat, message: ChatMessage, *actors: Actor) -> list[int]:
    """Return the ids of the members who may delete a message, as pages and updates tell them."""
    async with read_session() as session:
        audiences = await chat.find_message_audiences(
            session, message_id=message.id, viewers={actor.id: actor for actor in actors}
        )
    updated = [found.user_ids for found in audiences if found.view.can.delete]
    loaded = [
        actor.id
        for actor in actors
        for view in (await read_messages(actor, chat_)).items
        if view.id == message.id and view.can.delete
    ]
    assert sorted(id_ for ids in updated for id_ in ids) == sorted(loaded)
    return loaded


async def test_the_archive_contains_hidden_messages(cast: Cast, admin: Actor) -> None:
    spammer = subscribe(cast.bob)
    opened = await open_conversation(spammer, cast.alice)
    deleted = await send(spammer, opened, "Flour")
    await run(chat.delete_message, spammer, chat_id=opened.id, message_id=deleted.id)
    await start(admin, cast.bob)
    await jobs.run_due_jobs()
    part = next(part for part in data_export.PARTS if part.name == "messages")
    async with read_session() as session:
        rows = (await part.read(session, cast.bob.id)).rows
    assert [(row["text"], row["is_hidden"], row["deleted_at"] is None) for row in rows] == [
        ("Hello", True, True),
        ("", False, False),
    ]


async def test_a_cleanup_resolves_all_reports_of_the_person(cast: Cast, admin: Actor) -> None:
    post = await publish_post(cast.alice)
    comment = await reply(cast.alice, post, "Buy now")
    other = await publish_post(cast.bob)
    reported: tuple[tuple[TargetKind, int], ...] = (
        ("post", post.id),
        ("comment", comment.id),
        ("user", cast.alice.id),
        ("post", other.id),
    )
    async with unit_of_work() as session:
        for kind, target_id in reported:
            await moderation.reports.report(
                session,
                cast.charlie,
                target_kind=kind,
                target_id=target_id,
                reason=ReportReason.SPAM,
            )
    await start(admin, cast.alice, posts=True)
    async with read_session() as session:
        rows = await session.execute(
            select(ModerationReport.target_kind, ModerationReport.state).order_by(
                col(ModerationReport.id)
            )
        )
    assert [tuple(row) for row in rows] == [
        ("post", "resolved"),
        ("comment", "resolved"),
        ("user", "resolved"),
        ("post", "open"),
    ]
