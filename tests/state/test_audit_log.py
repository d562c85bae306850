"""Tests of the audit log in the Admin Panel: the table, its filters, an entry, live updates."""

from typing import Any

import pytest

from community.admin.audit_log.state import AuditLogState
from community.admin.audit_log.values import list_changes
from community.admin.layout_state import AdminState
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import audit
from community.domain.audit import AuditEntryView
from community.state.pages.layout import LayoutState
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def record(actor: Actor, action: str, **values: Any) -> None:
    async with unit_of_work() as session:
        await audit.record(session, actor, action, **values)


async def open_log(socket_server: SocketServer, actor: Actor) -> Tab:
    tab = await socket_server.open(actor, "/admin-panel/audit-log")
    await tab.send(LayoutState.load)
    await tab.send(AdminState.load)
    return tab


def list_actions(tab: Tab) -> list[str]:
    rows = tab[AuditLogState]["loaded_page"]["rows"]
    return [row["cells"]["action"]["text"] for row in rows]


async def test_the_log_is_filtered_and_searched(socket_server: SocketServer, cast: Cast) -> None:
    await record(cast.olga, "user.banned", target_kind="user", target_name="Bob", reason="Spam")
    await record(cast.olga, "settings.changed", target_kind="settings", target_name="General")
    tab = await open_log(socket_server, cast.olga)
    assert list_actions(tab) == ["Changed settings", "Banned a user"]
    await tab.send(AuditLogState.change_search, term="SPAM")
    assert list_actions(tab) == ["Banned a user"]
    await tab.send(AuditLogState.clear_filters)
    await tab.send(AuditLogState.change_filter, code="kind", value="settings")
    assert list_actions(tab) == ["Changed settings"]
    assert tab[AuditLogState]["url"] == "/admin-panel/audit-log?kind=settings"


async def test_an_entry_shows_each_value_before_and_after(
    socket_server: SocketServer, cast: Cast
) -> None:
    before, after = {"name": "Bread", "sections": ["posts", "media"]}, {"name": "Rye", "price": 5}
    await record(cast.olga, "plan.changed", before=before, after=after)
    tab = await open_log(socket_server, cast.olga)
    entry_id = tab[AuditLogState]["loaded_page"]["rows"][0]["id"]
    await tab.send(AuditLogState.open_record, record_id=entry_id)
    assert tab[AuditLogState]["entry"]["actor_name"] == "Olga"
    assert tab[AuditLogState]["changes"] == [
        {"name": "Name", "before": "Bread", "after": "Rye"},
        {"name": "Price", "before": "", "after": "5"},
        {"name": "Sections", "before": "Posts, Media", "after": ""},
    ]


@pytest.mark.parametrize(
    ("action", "target_id", "after", "expected"),
    [
        (
            "settings.changed",
            "auth",
            {"registration": "invitation"},
            ("Registration: Who can create an account", "Only people with an invitation"),
        ),
        ("settings.changed", "auth", {"google_enabled": True}, ("Google: Enabled", "On")),
        ("plan.changed", "7", {"price": 450, "currency": "EUR"}, ("Price", "€4.50")),
        ("plan.changed", "7", {"is_active": False}, ("Active", "No")),
        ("plan.changed", "7", {"features": ["badge"], "period": "month"}, ("Features", "Badge")),
        (
            "subscription.extended",
            "7",
            {"access_until": "2026-11-30T00:00:00.000Z"},
            ("Access until", "30 November 2026 at 00:00 UTC"),
        ),
        (
            "price_change.planned",
            "7",
            {"first_day": "2026-11-30"},
            ("First day", "30 November 2026"),
        ),
        ("comment.moderated", "7", {"status": "on_moderation"}, ("Status", "On moderation")),
        ("upload.removed", "7", {"size": 1_200_000}, ("Size", "1.1 MB")),
        ("user.edited", "7", {"name": "2026-99-99"}, ("Name", "2026-99-99")),
    ],
)
def test_values_are_shown_in_words(
    action: str, target_id: str, after: dict[str, Any], expected: tuple[str, str]
) -> None:
    entry = AuditEntryView(
        id=1,
        actor_id=None,
        actor_name="",
        actor_slug="",
        action=action,
        target_kind=action.partition(".")[0],
        target_id=target_id,
        target_name="",
        after=after,
        reason="",
        address="",
        created_at=clock.now(),
    )
    assert expected in [(change.name, change.after) for change in list_changes(entry)]


async def record_while_open(socket_server: SocketServer, actor: Actor, action: str) -> None:
    await record(actor, action, target_kind=action.partition(".")[0])
    await socket_server.wait_until_idle()


async def test_an_open_log_counts_new_entries_and_keeps_its_rows(
    socket_server: SocketServer, cast: Cast
) -> None:
    tab = await open_log(socket_server, cast.olga)
    await record_while_open(socket_server, cast.olga, "user.banned")
    assert list_actions(tab) == ["Banned a user"]  # An empty log has no rows that could move.
    await tab.send(AuditLogState.change_filter, code="kind", value="user")
    await record_while_open(socket_server, cast.olga, "settings.changed")
    assert tab[AuditLogState]["new_count"] == 0  # The filter excludes it.
    await tab.send(AuditLogState.clear_filters)
    await record_while_open(socket_server, cast.olga, "post.deleted")
    await record_while_open(socket_server, cast.olga, "post.restored")
    assert tab[AuditLogState]["new_count"] == 2
    assert len(list_actions(tab)) == 2
    await tab.send(AuditLogState.refresh)
    assert tab[AuditLogState]["new_count"] == 0
    assert len(list_actions(tab)) == 4
