"""Tests of the acts on all records that match."""

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import col, select

from community import jobs
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid
from community.domain import audit, bulk_acts, comments, identity, moderation, posts
from community.domain.bulk_acts import BulkActView, policies, steps
from community.domain.tables import parse_view
from community.models import Comment, OutboxMessage, Post, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, run
from tests.domain.moderation.actions import confirm


async def start(
    actor: Actor, table: str = "posts", act: str = "hide", *, expected: int = 100, **arguments: Any
) -> BulkActView:
    arguments = {"view": {}, "reason": "Off topic", **arguments}
    return await run(bulk_acts.start, actor, table=table, act=act, expected=expected, **arguments)


async def get(actor: Actor, act: BulkActView) -> BulkActView:
    async with read_session() as session:
        return await bulk_acts.get_bulk_act(session, actor, bulk_act_id=act.id)


async def finish(actor: Actor, act: BulkActView) -> BulkActView:
    await jobs.run_due_jobs()
    return await get(actor, act)


async def list_post_statuses() -> dict[str, str]:
    async with read_session() as session:
        rows = await session.execute(select(Post.title, Post.status))
        return dict(rows.all())


@pytest.fixture
async def admin(cast: Cast) -> Actor:
    return await confirm(cast.olga)


async def test_an_act_changes_what_matches_and_is_undone(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Cheap offer {number}")
    await publish_post(cast.alice, "About bread")
    await publish_post(cast.bob, "About salt")
    before = await list_post_statuses()
    act = await start(admin, view={"q": "offer"})
    assert (act.state, act.total) == ("running", 3)
    act = await finish(admin, act)
    assert (act.state, act.done, act.skipped) == ("finished", 3, 0)
    statuses = await list_post_statuses()
    assert [title for title in statuses if statuses[title] == "unpublished"] == [
        f"Cheap offer {number}" for number in range(3)
    ]
    # Someone deletes one of the posts. Only the others are restored.
    async with read_session() as session:
        query = select(Post.id).where(Post.title == "Cheap offer 1")
        post_id = (await session.scalars(query)).one()
    await run(posts.delete, admin, post_id=post_id)
    await run(bulk_acts.undo, admin, bulk_act_id=act.id)
    act = await finish(admin, act)
    assert (act.state, act.undone, act.skipped) == ("undone", 2, 1)
    assert await list_post_statuses() == {**before, "Cheap offer 1": "deleted"}
    with pytest.raises(Conflict):
        await run(bulk_acts.undo, admin, bulk_act_id=act.id)


async def test_the_audit_log_has_the_act_and_each_change(cast: Cast, admin: Actor) -> None:
    await publish_post(cast.bob, "Flour")
    await finish(admin, await start(admin))
    async with read_session() as session:
        entries = (await audit.list_entries(session, cast.olga)).items
    assert [entry.action for entry in entries] == ["post.unpublished", "bulk_act.started"]
    assert {entry.reason for entry in entries} == {"Off topic"}
    assert entries[1].after == {
        "table": "posts",
        "act": "hide",
        "filters": "",
        "total": 1,
    }


async def test_records_that_refuse_the_act_are_counted_with_the_reason(
    cast: Cast, admin: Actor
) -> None:
    await factories.user("second", sections=["users"])
    act = await start(admin, "users", "ban", options={"until": None})
    act = await finish(admin, act)
    # The administrator cannot ban themselves.
    assert act.done == act.total - 1
    (reason,) = act.reasons
    assert (act.skipped, reason.count) == (1, 1)
    assert "your own account" in reason.message


async def test_rows_that_change_meanwhile_are_seen_as_they_are(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BATCH_SIZE", 2)
    rows = [await publish_post(cast.bob, f"Offer {number}") for number in range(4)]
    act = await start(admin, view={"q": "offer", "status": "published"}, expected=4)
    await run(posts.edit, cast.bob, post_id=rows[0].id, title="Salt")
    await run(posts.publish, cast.bob, post_id=rows[0].id)
    await run(posts.delete, cast.bob, post_id=rows[2].id)
    await publish_post(cast.bob, "Offer of today")
    act = await finish(admin, act)
    assert (act.done, act.skipped) == (2, 0)
    assert await list_post_statuses() == {
        "Salt": "published",
        "Offer 1": "unpublished",
        "Offer 2": "deleted",
        "Offer 3": "unpublished",
        "Offer of today": "published",
    }


async def test_a_revoked_right_stops_the_act(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        await publish_post(cast.bob, f"Flour {number}")
    helper = await factories.user("helper", sections=["posts"])
    act = await start(helper)
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
        bulk_acts.TABLES["posts"].acts,
        "hide",
        bulk_acts.BulkActKind(bulk_acts.of(revoke_after_two, "post_id")),
    )
    act = await finish(admin, act)
    assert (act.state, act.done) == ("stopped", 2)
    assert act.stop_reason == "The administrator no longer has access to this section."
    assert list((await list_post_statuses()).values()).count("published") == 2


async def test_a_crash_continues_where_it_stopped(
    cast: Cast, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    act = await start(admin)
    perform, calls = bulk_acts.perform, list[str]()

    async def crash_once(*args: Any, **arguments: Any) -> bool:
        calls.append(args[2].record_id)
        if len(calls) == 2:
            raise RuntimeError("The database is gone")
        return await perform(*args, **arguments)

    monkeypatch.setattr(bulk_acts, "perform", crash_once)
    await jobs.run_due_jobs()
    assert (await get(admin, act)).done == 1
    async with unit_of_work() as session:
        (message,) = await session.scalars(select(OutboxMessage))
        message.due_at = act.created_at
    act = await finish(admin, act)
    assert (act.state, act.done) == ("finished", 3)
    assert len(calls) == 4
    assert calls[1] == calls[2]


async def test_two_workers_change_each_record_once(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    act = await start(admin)
    async with read_session() as session:
        batch = await bulk_acts.read_batch(session, act.id)
    assert batch is not None
    first = batch.items[0]
    async with unit_of_work() as session:
        assert await bulk_acts.perform(session, act.id, first, after=batch.position)
    async with unit_of_work() as session:
        assert not await bulk_acts.perform(session, act.id, first, after=batch.position)
    assert (await finish(admin, act)).done == 3


async def test_an_act_can_be_stopped_and_then_undone(cast: Cast, admin: Actor) -> None:
    for number in range(3):
        await publish_post(cast.bob, f"Flour {number}")
    act = await start(admin)
    with pytest.raises(Conflict):
        await start(admin, act="delete")
    async with read_session() as session:
        batch = await bulk_acts.read_batch(session, act.id)
    assert batch is not None
    async with unit_of_work() as session:
        await bulk_acts.perform(session, act.id, batch.items[0], after="")
    await run(bulk_acts.stop, admin, bulk_act_id=act.id)
    act = await finish(admin, act)
    assert (act.state, act.done, act.can_undo) == ("stopped", 1, True)
    await run(bulk_acts.undo, admin, bulk_act_id=act.id)
    assert (await finish(admin, act)).undone == 1
    assert set((await list_post_statuses()).values()) == {"published"}


async def test_the_undoing_publishes_no_comment_that_waited_for_review(
    cast: Cast, admin: Actor
) -> None:
    post = await publish_post(cast.alice)
    shown, held = await reply(cast.bob, post, "Buy"), await reply(cast.bob, post, "Buy now")
    await run(comments.moderate, admin, comment_id=held.id, status="on_moderation", reason="")
    act = await start(admin, "comments", "delete", view={"q": "buy"})
    assert (await finish(admin, act)).done == 2
    await run(bulk_acts.undo, admin, bulk_act_id=act.id)
    act = await finish(admin, act)
    # A deleted comment cannot wait for review again, and must not be published by an undoing.
    assert (act.undone, act.skipped) == (1, 1)
    async with read_session() as session:
        query = select(Comment.id, Comment.moderation_status).where(col(Comment.post_id) == post.id)
        assert dict((await session.execute(query)).all()) == {
            shown.id: "published",
            held.id: "deleted",
        }


async def test_the_undoing_of_bans_leaves_those_that_were_replaced(
    cast: Cast, admin: Actor
) -> None:
    act = await start(admin, "users", "ban", view={"q": "bob"})
    act = await finish(admin, act)
    assert act.done == 1
    await run(moderation.ban, admin, user_id=cast.bob.id, reason="Something else")
    await run(bulk_acts.undo, admin, bulk_act_id=act.id)
    act = await finish(admin, act)
    assert (act.undone, act.skipped) == (0, 1)
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
    monkeypatch.setattr(policies, "MAX_RECORDS", 2)
    with pytest.raises(Invalid):
        await start(admin)


async def test_only_those_with_the_section_act_on_what_matches(cast: Cast, admin: Actor) -> None:
    await publish_post(cast.bob, "Flour")
    other = await factories.user("other", sections=["comments", "users"])
    act = await start(admin)
    for actor, code in (
        (cast.guest, "not_found"),
        (cast.bob, "not_found"),
        (other, "forbidden"),
    ):
        for call in (
            start(actor),
            run(bulk_acts.stop, actor, bulk_act_id=act.id),
            run(bulk_acts.undo, actor, bulk_act_id=act.id),
            run(bulk_acts.dismiss, actor, bulk_act_id=act.id),
            run(bulk_acts.find_latest, actor, table="posts"),
            get(actor, act),
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
    act = await start(admin)
    await run(bulk_acts.dismiss, admin, bulk_act_id=act.id)  # It is still running.
    assert await run(bulk_acts.find_latest, admin, table="posts") == act
    await finish(admin, act)
    await run(bulk_acts.dismiss, admin, bulk_act_id=act.id)
    assert await run(bulk_acts.find_latest, admin, table="posts") is None


@pytest.mark.parametrize("table", sorted(bulk_acts.TABLES))
async def test_every_table_lists_its_ids(cast: Cast, admin: Actor, table: str) -> None:
    definition = bulk_acts.TABLES[table].table
    params = {item.code: item.choices[0].code for item in definition.filters}
    async with read_session() as session:
        for query in ({}, params | {"q": "a"}, {"q": "abc"}):
            count = await bulk_acts.count_matching(
                session, admin, table=definition, view=parse_view(definition, query)
            )
            assert count >= 0
    if count == 0:
        return
    assert (await start(admin, table, next(iter(bulk_acts.TABLES[table].acts)))).total >= count
