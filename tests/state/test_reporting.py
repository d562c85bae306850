"""Tests of the dialog that reports something, and of the section with the reports."""

from sqlmodel import select

from community.admin.dashboard.state import DashboardState
from community.admin.reports.state import ReportTableState
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session
from community.models import ModerationReport
from community.state.pages.reporting import ReportingState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.state.tabs import SocketServer, Tab


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
    await admin.send(ReportTableState.ask, act="resolve", record_id=row["id"])
    await admin.send(ReportTableState.confirm, message={"reason": "Banned"})
    async with read_session() as session:
        [report] = await session.scalars(select(ModerationReport))
    assert (report.state, report.note) == ("resolved", "Banned")
