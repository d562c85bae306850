"""Tests of the dialog that reports something, and of the section with the reports."""

from sqlmodel import select

from community.admin.dashboard.state import DashboardState
from community.admin.reports.state import ReportTableState
from community.admin.users.cleanup_state import CleanupState
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session
from community.jobs import run_due_jobs
from community.models import ModerationReport, User
from community.state.pages.reporting import ReportingState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply
from tests.state.tabs import SocketServer, Tab
from tests.state.test_users import confirm_passwords


async def open_dialog(server: SocketServer, actor: Actor, kind: str, target_id: int) -> Tab:
    tab = await server.open(actor)
    await tab.send(ReportingState.open, target_kind=kind, target_id=target_id)
    return tab


async def submit(tab: Tab, **fields: str) -> None:
    state = tab[ReportingState]
    message = {"target_kind": state["target_kind"], "target_id": str(state["target_id"]), **fields}
    await tab.send(ReportingState.submit, message=message)


async def count_reports() -> int:
    async with read_session() as session:
        return len((await session.scalars(select(ModerationReport))).all())


async def test_the_dialog_reports_once_and_answers_kindly_the_second_time(
    cast: Cast, socket_server: SocketServer
) -> None:
    comment = await reply(cast.alice, await factories.post(cast.alice), "Buy now")
    for text in ("Thanks for telling us", "You've already reported this"):
        tab = await open_dialog(socket_server, cast.bob, "comment", comment.id)
        await submit(tab, reason="spam", text="")
        assert tab[ReportingState]["target_kind"] == ""
        assert text in tab[ToastsState]["toasts"][-1]["text"]
    assert await count_reports() == 1


async def test_an_invalid_form_stays_open_with_its_error(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_dialog(socket_server, cast.bob, "user", cast.alice.id)
    await submit(tab, reason="other", text="")
    assert tab[ReportingState]["errors"] == {"text": "Describe what is wrong."}
    assert tab[ReportingState]["target_kind"] == "user"
    assert await count_reports() == 0


async def test_a_report_appears_for_administrators_who_close_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    admin = await socket_server.open(cast.olga, "/admin-panel/reports")
    await admin.send(ReportTableState.load)
    tab = await open_dialog(socket_server, cast.bob, "user", cast.alice.id)
    await submit(tab, reason="spam", text="A robot")
    await database.wait_for_pushes()
    await admin.send(ReportTableState.load)
    [row] = admin[ReportTableState]["loaded_page"]["rows"]
    await admin.send(DashboardState.load)
    assert admin[DashboardState]["waiting"]["reports"] == 1
    await admin.send(ReportTableState.ask, action="resolve", record_id=row["id"])
    await admin.send(ReportTableState.confirm, message={"reason": "Banned"})
    async with read_session() as session:
        [report] = await session.scalars(select(ModerationReport))
    assert (report.state, report.note) == ("resolved", "Banned")


async def test_the_sheet_acts_on_the_content_and_its_author(
    cast: Cast, socket_server: SocketServer
) -> None:
    comment = await reply(cast.alice, await publish_post(cast.alice))
    tab = await open_dialog(socket_server, cast.bob, "comment", comment.id)
    await submit(tab, reason="spam")
    admin = await socket_server.open(cast.olga, "/admin-panel/reports?record=1")
    await confirm_passwords()
    await admin.send(ReportTableState.load)
    record = admin[ReportTableState]["record"]
    assert (record["content_status"], record["can_manage_user"]) == ("published", True)

    async def act(code: str, **form: str) -> None:
        await admin.send(ReportTableState.ask, action=code, record_id=record["id"])
        await admin.send(ReportTableState.confirm, message={"reason": "Spam", **form})

    await act("hide")
    record = admin[ReportTableState]["record"]
    assert (record["state"], record["content_status"]) == ("resolved", "on_moderation")
    await act("restore")
    assert admin[ReportTableState]["record"]["content_status"] == "published"
    await act("warn")
    await act("ban", days="7")
    async with read_session() as session:
        assert (await session.get_one(User, cast.alice.id)).banned_until is not None
    await admin.send(CleanupState.ask, user_id=cast.alice.id)
    await admin.send(CleanupState.start, message={"comments": "on", "reason": "Spam"})
    await run_due_jobs()
    await admin.send(ReportTableState.load)
    assert admin[ReportTableState]["record"]["content_status"] == "on_moderation"
