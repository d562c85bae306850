"""Tests of the handlers of the sections with emails and with background jobs."""

import pytest

from community import jobs, urls
from community.admin.dashboard.checklist import checklist_card
from community.admin.dashboard.page import dashboard_page
from community.admin.dashboard.state import DashboardState
from community.admin.jobs import JobsState
from community.admin.mail import MailsState
from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments, mail, moderation
from community.domain.jobs import JOB_TABLE, outbox
from community.domain.tables import Table, parse_view
from community.models import Mail
from tests.cast import Cast
from tests.state.tabs import SocketServer


async def test_a_test_email_shows_its_result(cast: Cast, socket_server: SocketServer) -> None:
    tab = await socket_server.open(cast.olga, "/admin-panel/mail")
    await tab.send(MailsState.load)
    await tab.send(MailsState.send_test, form={"recipient": "ann@example.org"})
    assert tab[MailsState]["test_mail"]["state"] == "queued"
    await jobs.run_due_jobs()
    await tab.send(MailsState.check_test)
    assert tab[MailsState]["test_mail"]["state"] == "sent"


async def test_an_invalid_recipient_is_reported_beside_the_field(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, "/admin-panel/mail")
    await tab.send(MailsState.load)
    await tab.send(MailsState.send_test, form={"recipient": "ann@"})
    assert tab[MailsState]["test_error"] == "Enter a valid email address."


async def test_selected_emails_are_dropped(cast: Cast, socket_server: SocketServer) -> None:
    message = mail.Message("Hello", "Short", ["Rich"], reason="A test")
    async with unit_of_work() as session:
        row = await mail.enqueue(session, kind="news", recipient="a@example.org", message=message)
    tab = await socket_server.open(cast.olga, "/admin-panel/mail")
    await tab.send(MailsState.load)
    await tab.send(MailsState.open_record, record_id=row.id)
    assert "Rich" in tab[MailsState]["mail"]["html"]
    await tab.send(MailsState.select_row, record_id=row.id, is_selected=True)
    await tab.send(MailsState.ask, action="drop", record_id=0)
    await tab.send(MailsState.confirm, message={})
    async with read_session() as session:
        assert await session.get(Mail, row.id) is None


async def test_a_job_is_dropped_and_the_history_is_shown(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        outbox.enqueue(session, "from_the_future", post_id=7)
    await jobs.run_due_jobs()
    tab = await socket_server.open(cast.olga, "/admin-panel/jobs")
    await tab.send(JobsState.load)
    await tab.send(JobsState.load_runs)
    (run,) = tab[JobsState]["runs"]
    assert (run["name"], run["error"]) == ("from_the_future", "Unknown key 'from_the_future'")
    row = tab[JobsState]["loaded_page"]["rows"][0]
    await tab.send(JobsState.open_record, record_id=row["id"])
    assert tab[JobsState]["arguments"] == "post_id: 7"
    await tab.send(JobsState.drop, job_id=row["id"])
    assert tab[JobsState]["loaded_page"]["rows"] == []


async def test_the_dashboard_shows_what_waits(cast: Cast, socket_server: SocketServer) -> None:
    async with unit_of_work() as session:
        outbox.enqueue(session, "from_the_future")
    await jobs.run_due_jobs()
    tab = await socket_server.open(cast.olga, "/admin-panel")
    await tab.send(DashboardState.load)
    await tab.send(DashboardState.select_period, period="365")
    shown = tab[DashboardState]
    money = {"disputes": 0, "dispute_deadline": "", "refunds": 0, "differences": 0}
    content = {"posts": 0, "comments": 0, "reports": 0}
    assert shown["waiting"] == {"jobs": 1, "mails": 0} | content | money
    # A new site is counted when an administrator looks at it for the first time.
    assert shown["report"]["people"]["overall"] == "5 in total"
    assert (shown["health"]["database"], shown["health"]["mail"]) == ("ok", "off")
    assert (shown["search"]["status"], "texts" in shown["search"]["text"]) == ("ok", True)
    assert (shown["period"], len(shown["report"]["points"])) == ("365", 53)
    assert shown["checklist"]["has_mail"] is False


@pytest.mark.parametrize(
    ("link", "table"),
    [
        ("comments?status=on_moderation", comments.COMMENT_TABLE),
        ("reports?state=open", moderation.reports.REPORT_TABLE),
        ("jobs?state=failed", JOB_TABLE),
        ("mail?state=failed", mail.MAIL_TABLE),
    ],
)
def test_the_dashboard_links_to_what_waits(link: str, table: Table) -> None:
    name, value = link.split("?")[1].split("=")
    assert f'"/admin-panel/{link}"' in str(dashboard_page())
    assert parse_view(table, {name: value}).filters == {name: value}


def test_the_checklist_of_the_dashboard_leads_to_the_invitations() -> None:
    card = str(checklist_card().render())
    assert card.count(urls.admin_section("invitations")) == 2
    assert urls.REGISTER not in card
