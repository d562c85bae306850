"""Tests of reports: who may report what, and what administrators do with reports."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.core.text.markup import RenderedMessage
from community.domain import comments, merging, posts, site
from community.domain.moderation import reports
from community.domain.moderation.reports import ReportReason, ReportReceipt, TargetKind
from community.jobs import run_due_jobs
from community.models import AuditEntry, Comment, Mail, ModerationReport, Post, User
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.actions import delete_comment, publish_post, reply, run
from tests.domain.moderation.actions import confirm
from tests.private_community import create_private_community


async def report(
    actor: Actor,
    kind: TargetKind,
    target_id: int,
    reason: ReportReason = ReportReason.SPAM,
    text: str = "",
) -> ReportReceipt:
    async with unit_of_work() as session:
        return await reports.report(
            session, actor, target_kind=kind, target_id=target_id, reason=reason, text=text
        )


async def close(actor: Actor, report_id: int, **values: Any) -> bool:
    async with unit_of_work() as session:
        return await reports.close(
            session, actor, **{"report_id": report_id, "outcome": "resolved", **values}
        )


def list_targets(author: Actor, post: Post, comment: Comment) -> list[tuple[TargetKind, int]]:
    return [("user", author.id), ("post", post.id), ("comment", comment.id)]


async def list_reports() -> list[ModerationReport]:
    async with read_session() as session:
        return list(
            await session.scalars(select(ModerationReport).order_by(col(ModerationReport.id)))
        )


async def count_waiting() -> int:
    async with read_session() as session:
        return await reports.count_waiting(session)


async def test_each_kind_is_reported_with_what_identifies_it(cast: Cast) -> None:
    post = await factories.post(cast.alice, "On rye")
    comment = await reply(cast.alice, post, "Rye is **best**, *always*.")
    for kind, target_id in list_targets(cast.alice, post, comment):
        receipt = await report(cast.bob, kind, target_id, ReportReason.HATE, " Look at this. ")
        assert (receipt.state, receipt.is_new, receipt.text) == ("open", True, "Look at this.")
    rows = await list_reports()
    assert [(row.target_kind, row.excerpt) for row in rows] == [
        ("user", "Alice"),
        ("post", "On rye"),
        ("comment", "Rye is best, always."),
    ]
    assert {(row.reporter_id, row.user_id, row.reason) for row in rows} == {
        (cast.bob.id, cast.alice.id, "hate")
    }
    assert await count_waiting() == 3


async def test_a_second_report_of_the_same_object_returns_the_open_one(cast: Cast) -> None:
    first = await report(cast.bob, "user", cast.alice.id)
    second = await report(cast.bob, "user", cast.alice.id, ReportReason.HATE)
    assert (second.id, second.reason, second.is_new) == (first.id, "spam", False)
    assert await report(cast.charlie, "user", cast.alice.id)
    assert await count_waiting() == 2
    await close(cast.olga, first.id)
    third = await report(cast.bob, "user", cast.alice.id)
    assert (third.is_new, third.id != first.id) == (True, True)


async def test_own_content_cannot_be_reported(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.alice, post, "Mine")
    for kind, target_id in list_targets(cast.alice, post, comment):
        with pytest.raises(Invalid, match=r"own|yourself"):
            await report(cast.alice, kind, target_id)
    assert await list_reports() == []


async def test_guests_and_banned_users_cannot_report(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(PermissionDenied) as error:
            await report(actor, "user", cast.alice.id)
        assert error.value.code == code


async def test_what_the_reporter_may_not_read_does_not_exist_for_them(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=True)
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    deleted = await reply(cast.alice, await factories.post(cast.alice), "Gone")
    await delete_comment(cast.alice, deleted)
    targets: list[tuple[TargetKind, int]] = [
        ("post", scenario.post.id),
        ("comment", scenario.reply.id),
        ("post", draft.id),
        ("comment", deleted.id),
        ("user", 10**6),
    ]
    for kind, target_id in targets:
        with pytest.raises(NotFound):
            await report(cast.bob, kind, target_id)
    assert (await report(scenario.member, "post", scenario.post.id)).is_new


async def test_the_reason_other_needs_a_text_and_texts_are_bounded(cast: Cast) -> None:
    with pytest.raises(Invalid) as error:
        await report(cast.bob, "user", cast.alice.id, ReportReason.OTHER, " \n ")
    assert "text" in error.value.field_errors
    with pytest.raises(Invalid):
        await report(cast.bob, "user", cast.alice.id, text="x" * 1_001)
    assert await report(cast.bob, "user", cast.alice.id, ReportReason.OTHER, "Look")


async def test_closing_a_report_closes_all_of_the_same_object(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    first = await report(cast.bob, "post", post.id)
    second = await report(cast.charlie, "post", post.id)
    other = await report(cast.bob, "user", cast.alice.id)
    assert await close(cast.olga, second.id, outcome="rejected", reason=" Fine ")
    assert not await close(cast.olga, first.id)
    rows = {row.id: row for row in await list_reports()}
    for id_ in (first.id, second.id):
        row = rows[id_]
        assert (row.state, row.closed_by_id, row.note) == ("rejected", cast.olga.id, "Fine")
    assert rows[other.id].state == "open"
    async with read_session() as session:
        [entry] = await session.scalars(select(AuditEntry))
        record = await reports.get_report_record(session, cast.olga, first.id)
    assert (entry.action, entry.reason) == ("report.rejected", "Fine")
    assert entry.after == {"state": "rejected", "reports": [first.id, second.id]}
    assert (record.open_count, record.user_count, record.note) == (0, 3, "Fine")
    assert record.closed_by is not None


async def test_closing_a_closed_report_does_not_close_newer_ones(cast: Cast) -> None:
    post = await publish_post(cast.alice, "A post")
    first = await report(cast.bob, "post", post.id)
    await close(cast.olga, first.id)
    await report(cast.charlie, "post", post.id)
    assert not await close(cast.olga, first.id)
    assert await count_waiting() == 1


async def test_only_administrators_with_the_section_read_and_close_reports(cast: Cast) -> None:
    receipt = await report(cast.bob, "user", cast.alice.id)
    without = replace(cast.olga, sections=frozenset({"users"}))
    for actor, error in ((cast.bob, NotFound), (cast.guest, NotFound), (without, PermissionDenied)):
        with pytest.raises(error):
            await close(actor, receipt.id)
        with pytest.raises(error):
            async with read_session() as session:
                await reports.get_report_record(session, actor, receipt.id)
    assert await close(replace(cast.olga, sections=frozenset({"reports"})), receipt.id)


async def test_administrators_do_not_close_reports_about_themselves(cast: Cast) -> None:
    receipt = await report(cast.bob, "user", cast.olga.id)
    with pytest.raises(PermissionDenied):
        await close(cast.olga, receipt.id)
    assert await count_waiting() == 1


async def test_a_report_keeps_what_was_reported_but_links_only_to_what_is_visible(
    cast: Cast,
) -> None:
    comment = await reply(cast.alice, await factories.post(cast.alice), "Buy now")
    receipt = await report(cast.bob, "comment", comment.id)
    await run(
        comments.edit,
        cast.alice,
        comment_id=comment.id,
        text=RenderedMessage("Nothing to see"),
    )
    async with read_session() as session:
        record = await reports.get_report_record(session, cast.olga, receipt.id)
    assert record.excerpt == "Buy now"
    assert f"?comment={comment.id}" in record.url
    await delete_comment(cast.alice, comment)
    async with read_session() as session:
        record = await reports.get_report_record(session, cast.olga, receipt.id)
    assert (record.excerpt, record.url) == ("Buy now", "")


async def test_the_permission_of_a_comment_agrees_with_the_action(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post, "Hello")
    for actor in (cast.alice, cast.bob, cast.charlie, cast.mallory, cast.olga, cast.guest):
        async with read_session() as session:
            view = await comments.get_view(session, actor, comment.id)
        try:
            await report(actor, "comment", comment.id)
        except DomainError:
            assert not view.can.report
        else:
            assert view.can.report


async def test_merging_moves_reports_and_drops_those_that_make_no_sense(
    cast: Cast, admin: Actor
) -> None:
    post = await factories.post(cast.bob)
    await report(cast.bob, "user", cast.alice.id)  # The same person after the merge.
    await report(cast.charlie, "user", cast.bob.id)
    await report(cast.charlie, "user", cast.alice.id)  # Twice the same report after the merge.
    await report(cast.charlie, "post", post.id)
    await report(cast.bob, "user", cast.charlie.id)
    async with unit_of_work() as session:
        await merging.merge(
            session, admin, source_id=cast.bob.id, target_id=cast.alice.id, reason="One person"
        )
    with clock.travel(timedelta(minutes=1)):
        await run_due_jobs()
    alice, charlie = cast.alice.id, cast.charlie.id
    found = {
        (row.reporter_id, row.user_id, row.target_kind, row.target_id)
        for row in await list_reports()
    }
    assert found == {
        (charlie, alice, "user", alice),
        (charlie, alice, "post", post.id),
        (alice, charlie, "user", charlie),
    }


async def set_reports_to_hold(cast: Cast, number: int) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.ContentSettings(reports_to_hold=number))


async def get_status(comment: Comment) -> str:
    async with read_session() as session:
        return (await session.get_one(Comment, comment.id)).moderation_status


async def test_a_comment_that_several_people_report_waits_for_a_moderator(cast: Cast) -> None:
    await set_reports_to_hold(cast, 2)
    post = await publish_post(cast.olga)
    comment = await reply(cast.alice, post, "Buy now")
    await report(cast.bob, "comment", comment.id)
    await report(cast.bob, "comment", comment.id)
    assert await get_status(comment) == "published"
    await report(cast.charlie, "comment", comment.id)
    assert await get_status(comment) == "on_moderation"
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []
        [record] = (
            await comments.list_moderations(session, cast.olga, comment_id=comment.id)
        ).items
    assert (record.rule, record.actor) == ("reports", None)
    # A moderator publishes it, and it is not hidden again.
    await run(comments.moderate, cast.olga, comment_id=comment.id, status="published")
    await report(cast.olga, "comment", comment.id)
    assert await get_status(comment) == "published"


async def test_a_post_that_several_people_report_waits_for_a_moderator(cast: Cast) -> None:
    async def get_post_status() -> str:
        async with read_session() as session:
            assert await find_counter_mismatches(session) == []
            return (await session.get_one(Post, post.id)).status

    await set_reports_to_hold(cast, 2)
    post = await publish_post(cast.alice)
    await report(cast.bob, "post", post.id)
    assert await get_post_status() == "published"
    await report(cast.charlie, "post", post.id)
    assert await get_post_status() == "on_moderation"
    # A moderator publishes it, and it is not hidden again.
    await run(posts.moderate, cast.olga, post_id=post.id, status="published")
    await report(cast.olga, "post", post.id)
    assert await get_post_status() == "published"


async def test_rejected_reports_do_not_count_and_the_rule_can_be_turned_off(cast: Cast) -> None:
    await set_reports_to_hold(cast, 2)
    comment = await reply(cast.alice, await factories.post(cast.olga), "Rye is best")
    first = await report(cast.bob, "comment", comment.id)
    await close(cast.olga, first.id, outcome="rejected")
    await report(cast.charlie, "comment", comment.id)
    assert await get_status(comment) == "published"
    await set_reports_to_hold(cast, 0)
    await report(cast.bob, "comment", comment.id)
    assert await get_status(comment) == "published"


async def get_state(report_id: int) -> str:
    async with read_session() as session:
        return (await session.get_one(ModerationReport, report_id)).state


async def act(
    actor: Actor, report_id: int, action: reports.ContentAction, reason: str = ""
) -> bool:
    return await run(
        reports.act_on_content, actor, report_id=report_id, action=action, reason=reason
    )


@pytest.mark.parametrize("kind", ["post", "comment"])
async def test_an_administrator_acts_on_the_content_and_the_report_closes(
    cast: Cast, kind: TargetKind
) -> None:
    post = await publish_post(cast.alice)
    target = post if kind == "post" else await reply(cast.alice, post)
    first = await report(cast.bob, kind, target.id)
    second = await report(cast.charlie, kind, target.id)
    limited = await factories.user("limited", sections=["reports"])

    async def get_status() -> str:
        async with read_session() as session:
            return (await reports.get_report_record(session, limited, first.id)).content_status

    assert await get_status() == "published"
    assert await act(limited, first.id, "hide", "Spam")
    assert await get_status() in {"unpublished", "on_moderation"}
    assert (await get_state(first.id), await get_state(second.id)) == ("resolved", "resolved")
    assert await act(limited, first.id, "restore")
    assert await get_status() == "published"
    assert await act(limited, first.id, "delete")
    assert not await act(limited, first.id, "delete")
    assert await get_status() == "deleted"
    assert await act(cast.olga, first.id, "restore")
    assert await get_status() == "published"
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []


async def test_an_administrator_warns_or_bans_the_author_and_the_report_closes(cast: Cast) -> None:
    comment = await reply(cast.alice, await publish_post(cast.alice))
    warned = await report(cast.bob, "comment", comment.id)
    await run(reports.warn_author, cast.olga, report_id=warned.id, reason="No advertising, please.")
    assert await get_state(warned.id) == "resolved"
    async with read_session() as session:
        [mail] = await session.scalars(select(Mail))
    assert mail.recipient == "alice@example.com"
    assert "No advertising, please." in mail.text
    banned = await report(cast.bob, "comment", comment.id)
    admin = await confirm(cast.olga)
    assert await run(reports.ban_author, admin, report_id=banned.id, reason="Again")
    assert await get_state(banned.id) == "resolved"
    async with read_session() as session:
        assert (await session.get_one(User, cast.alice.id)).ban_reason == "Again"


async def test_others_do_not_act_on_reported_content_and_authors(cast: Cast) -> None:
    comment = await reply(cast.alice, await publish_post(cast.alice))
    receipt = await report(cast.bob, "comment", comment.id)
    about_user = await report(cast.bob, "user", cast.alice.id)
    without_users = await confirm(await factories.user("limited", sections=["reports"]))
    others = await factories.user("other", sections=["users", "comments"])
    for actor, code in ((cast.guest, "not_found"), (cast.bob, "not_found"), (others, "forbidden")):
        with pytest.raises(DomainError) as caught:
            await act(actor, receipt.id, "hide")
        assert caught.value.code == code
    for action in (reports.warn_author, reports.ban_author):
        with pytest.raises(PermissionDenied):
            await run(action, without_users, report_id=receipt.id, reason="Spam")
    with pytest.raises(Conflict):
        await act(cast.olga, about_user.id, "hide")
    with pytest.raises(Invalid):
        await run(reports.warn_author, cast.olga, report_id=receipt.id, reason=" ")
    with pytest.raises(NotFound):
        await act(cast.olga, 999, "hide")
    assert await get_state(receipt.id) == "open"
