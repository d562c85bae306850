"""Tests of bulk actions."""

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import col, select

from community import jobs
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid
from community.domain import audit, bulk_actions, comments, identity, moderation, posts
from community.domain.bulk_actions import BulkActionView, queries, steps
from community.domain.tables import parse_view
from community.models import Comment, OutboxMessage, Post, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, run
from tests.domain.moderation.actions import confirm


async def start(
    actor: Actor,
    table: str = "posts",
    action: str = "hide",
    *,
    expected: int = 100,
    **arguments: Any,
) -> BulkActionView:
    arguments = {"view": {}, "reason": "Off topic", **arguments}
    return await run(
        bulk_actions.start, actor, table=table, action=action, expected=expected, **arguments
    )


async def get(actor: Actor, action: BulkActionView) -> BulkActionView:
    async with read_session() as session:
        return await bulk_actions.queries.get_bulk_action(session, actor, bulk_action_id=action.id)


async def finish(actor: Actor, action: BulkActionView) -> BulkActionView:
    await jobs.run_due_jobs()
    return await get(actor, action)


async def list_post_statuses() -> dict[str, str]:
    async with read_session() as session:
        rows = await session.execute(select(Post.title, Post.status).order_by(col(Post.id)))
        return dict(rows.all())


@pytest.fixture
async def admin(cast: Cast) -> Actor:
    return await confirm(cast.olga)


async def test_an_action_changes_what_matches_and_is_undone(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Cheap offer {number}")
    await publish_post(cast.alice, "About bread")
    await publish_post(cast.bob, "About salt")
    before = await list_post_statuses()
    action = await start(admin, view={"q": "offer"})
    assert (action.state, action.total) == ("running", 3)
    action = await finish(admin, action)
    assert (action.state, action.done, action.skipped) == ("finished", 3, 0)
    statuses = await list_post_statuses()
    assert [title for title in statuses if statuses[title] == "unpublished"] == [
        f"Cheap offer {number}" for number in range(3)
    ]
    # Someone deletes one of the posts. Only the others are restored.
    async with read_session() as session:
        query = select(Post.id).where(Post.title == "Cheap offer 1")
        post_id = (await session.scalars(query)).one()
    await run(posts.delete, admin, post_id=post_id)
    await run(bulk_actions.undo, admin, bulk_action_id=action.id)
    action = await finish(admin, action)
    assert (action.state, action.undone, action.skipped) == ("undone", 2, 1)
    assert await list_post_statuses() == {**before, "Cheap offer 1": "deleted"}
    with pytest.raises(Conflict):
        await run(bulk_actions.undo, admin, bulk_action_id=action.id)


async def test_the_audit_log_has_the_action_and_each_change(cast: Cast, admin: Actor) -> None:
    await publish_post(cast.bob, "Flour")
    await finish(admin, await start(admin))
    async with read_session() as session:
        entries = (await audit.list_entries(session, cast.olga)).items
    assert [entry.action for entry in entries] == ["post.unpublished", "bulk_action.started"]
    assert {entry.reason for entry in entries} == {"Off topic"}
    assert entries[1].after == {
        "table": "posts",
        "action": "hide",
        "filters": "",
        "total": 1,
    }


async def test_records_that_refuse_the_action_are_counted_with_the_reason(
    cast: Cast, admin: Actor
) -> None:
    await factories.user("second", sections=["users"])
    action = await start(admin, "users", "ban", options={"until": None})
    action = await finish(admin, action)
    # The administrator cannot ban themselves.
    assert action.done == action.total - 1
    (reason,) = action.reasons
    assert (action.skipped, reason.count) == (1, 1)
    assert "your own account" in reason.message


async def test_rows_that_change_meanwhile_are_seen_as_they_are(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BATCH_SIZE", 2)
    rows = [await publish_post(cast.bob, f"Offer {number}") for number in range(4)]
    action = await start(admin, view={"q": "offer", "status": "published"}, expected=4)
    await run(posts.edit, cast.bob, post_id=rows[0].id, title="Salt")
    await run(posts.publish, cast.bob, post_id=rows[0].id)
    await run(posts.delete, cast.bob, post_id=rows[2].id)
    await publish_post(cast.bob, "Offer of today")
    action = await finish(admin, action)
    assert (action.done, action.skipped) == (2, 0)
    assert await list_post_statuses() == {
        "Salt": "published",
        "Offer 1": "unpublished",
        "Offer 2": "deleted",
        "Offer 3": "unpublished",
        "Offer of today": "published",
    }


async def test_a_revoked_right_stops_the_action(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        await publish_post(cast.bob, f"Flour {number}")
    helper = await factories.user("helper", sections=["posts"])
    action = await start(helper)
    unpublish, count = posts.unpublish, 0

    async def revoke_after_two(*args: Any, **arguments: Any) -> bool:
        nonlocal count
        is_changed = await unpublish(*args, **arguments)
        count += 1
        if count == 2:
            user = await args[0].get_one(User, helper.id)
            user.admin_sections = ["comments"]
        return is_changed

    monkeypatch.setitem(
        bulk_actions.TABLES["posts"].actions,
        "hide",
        bulk_actions.kinds.BulkActionKind(bulk_actions.kinds.of(revoke_after_two, "post_id")),
    )
    action = await finish(admin, action)
    assert (action.state, action.done) == ("stopped", 2)
    assert action.stop_reason == "The administrator no longer has access to this section."
    assert list((await list_post_statuses()).values()).count("published") == 2


async def test_a_crash_continues_where_it_stopped(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    action = await start(admin)
    perform, calls = bulk_actions.perform, list[str]()

    async def crash_once(*args: Any, **arguments: Any) -> bool:
        calls.append(args[2].record_id)
        if len(calls) == 2:
            raise RuntimeError("The database is gone")
        return await perform(*args, **arguments)

    monkeypatch.setattr(bulk_actions, "perform", crash_once)
    await jobs.run_due_jobs()
    assert (await get(admin, action)).done == 1
    async with unit_of_work() as session:
        (message,) = await session.scalars(select(OutboxMessage))
        message.due_at = action.created_at
    action = await finish(admin, action)
    assert (action.state, action.done) == ("finished", 3)
    assert len(calls) == 4
    assert calls[1] == calls[2]


async def test_two_workers_change_each_record_once(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    action = await start(admin)
    async with read_session() as session:
        batch = await bulk_actions.read_batch(session, action.id)
    assert batch is not None
    first = batch.items[0]
    async with unit_of_work() as session:
        assert await bulk_actions.perform(session, action.id, first, after=batch.position)
    async with unit_of_work() as session:
        assert not await bulk_actions.perform(session, action.id, first, after=batch.position)
    assert (await finish(admin, action)).done == 3


async def test_an_action_can_be_stopped_and_then_undone(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    action = await start(admin)
    with pytest.raises(Conflict):
        await start(admin, action="delete")
    async with read_session() as session:
        batch = await bulk_actions.read_batch(session, action.id)
    assert batch is not None
    async with unit_of_work() as session:
        await bulk_actions.perform(session, action.id, batch.items[0], after="")
    await run(bulk_actions.stop, admin, bulk_action_id=action.id)
    action = await finish(admin, action)
    assert (action.state, action.done, action.can_undo) == ("stopped", 1, True)
    await run(bulk_actions.undo, admin, bulk_action_id=action.id)
    assert (await finish(admin, action)).undone == 1
    assert set((await list_post_statuses()).values()) == {"published"}


async def test_the_undoing_publishes_no_comment_that_waited_for_review(
    cast: Cast, admin: Actor
) -> None:
    post = await publish_post(cast.alice)
    shown, held = await reply(cast.bob, post, "Buy"), await reply(cast.bob, post, "Buy now")
    await run(comments.moderate, admin, comment_id=held.id, status="on_moderation", reason="")
    action = await start(admin, "comments", "delete", view={"q": "buy"})
    assert (await finish(admin, action)).done == 2
    await run(bulk_actions.undo, admin, bulk_action_id=action.id)
    action = await finish(admin, action)
    # A deleted comment cannot wait for review again, and must not be published by an undoing.
    assert (action.undone, action.skipped) == (1, 1)
    async with read_session() as session:
        query = select(Comment.id, Comment.moderation_status).where(col(Comment.post_id) == post.id)
        assert dict((await session.execute(query)).all()) == {
            shown.id: "published",
            held.id: "deleted",
        }


async def test_the_undoing_of_bans_leaves_those_that_were_replaced(
    cast: Cast, admin: Actor
) -> None:
    action = await start(admin, "users", "ban", view={"q": "bob"})
    action = await finish(admin, action)
    assert action.done == 1
    await run(moderation.ban, admin, user_id=cast.bob.id, reason="Something else")
    await run(bulk_actions.undo, admin, bulk_action_id=action.id)
    action = await finish(admin, action)
    assert (action.undone, action.skipped) == (0, 1)
    async with read_session() as session:
        assert identity.is_banned(await session.get_one(User, cast.bob.id))


async def test_what_was_not_confirmed_is_not_changed(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    with pytest.raises(Conflict) as caught:
        await start(admin, expected=2)
    assert caught.value.code == "more_records_match"
    with pytest.raises(Invalid):
        await start(admin, view={"q": "nothing"})
    with pytest.raises(Invalid):
        await start(admin, "users", "ban", reason=" ")
    monkeypatch.setattr(queries, "MAX_RECORDS", 2)
    with pytest.raises(Invalid):
        await start(admin)


async def test_only_those_with_the_section_act_on_what_matches(cast: Cast, admin: Actor) -> None:
    await publish_post(cast.bob, "Flour")
    other = await factories.user("other", sections=["comments", "users"])
    action = await start(admin)
    for actor, code in (
        (cast.guest, "not_found"),
        (cast.bob, "not_found"),
        (other, "forbidden"),
    ):
        for call in (
            start(actor),
            run(bulk_actions.stop, actor, bulk_action_id=action.id),
            run(bulk_actions.undo, actor, bulk_action_id=action.id),
            run(bulk_actions.dismiss, actor, bulk_action_id=action.id),
            run(bulk_actions.find_latest, actor, table="posts"),
            get(actor, action),
        ):
            with pytest.raises(DomainError) as caught:
                await call
            assert caught.value.code == code, actor.slug
    for table, name in (("users", "ban"), ("users", "sign_out")):
        with pytest.raises(DomainError) as caught:
            await start(replace(other, session_id=1), table, name)
        assert caught.value.code == "confirmation_required"


async def test_a_result_is_shown_until_it_is_closed(cast: Cast, admin: Actor) -> None:
    await publish_post(cast.bob, "Flour")
    action = await start(admin)
    await run(bulk_actions.dismiss, admin, bulk_action_id=action.id)  # It is still running.
    assert await run(bulk_actions.find_latest, admin, table="posts") == action
    await finish(admin, action)
    await run(bulk_actions.dismiss, admin, bulk_action_id=action.id)
    assert await run(bulk_actions.find_latest, admin, table="posts") is None


@pytest.mark.parametrize("table", sorted(bulk_actions.TABLES))
async def test_every_table_lists_its_ids(cast: Cast, admin: Actor, table: str) -> None:
    definition = bulk_actions.TABLES[table].table
    params = {item.code: item.choices[0].code for item in definition.filters}
    async with read_session() as session:
        for query in ({}, params | {"q": "a"}, {"q": "abc"}):
            count = await bulk_actions.count_matching(
                session, admin, table=definition, view=parse_view(definition, query)
            )
            assert count >= 0
    if count == 0:
        return
    assert (
        await start(admin, table, next(iter(bulk_actions.TABLES[table].actions)))
    ).total >= count
