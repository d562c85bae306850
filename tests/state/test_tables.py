"""Tests of the State of tables in the Admin Panel, with the table of users."""

from collections.abc import Iterator
from typing import Any

import pytest

from community.admin.blocks.table.action_results import ACTION_RESULTS
from community.admin.blocks.table.state import TableState
from community.admin.sections import SECTIONS
from community.admin.tables import STATES_BY_TABLE, TABLE_STATES
from community.admin.users.state import UsersState
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import audit, people, tables
from community.domain.tables import parse_view
from community.models import User
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab

PATH = "/admin-panel/users"


async def open_users(socket_server: SocketServer, actor: Actor, query: str = "") -> Tab:
    tab = await socket_server.open(actor, PATH + query)
    await tab.send(UsersState.load)
    return tab


def list_slugs(tab: Tab) -> list[str]:
    rows: list[dict[str, Any]] = tab[UsersState]["loaded_page"]["rows"]
    return [row["cells"]["person"]["note"] for row in rows]


async def test_the_url_selects_what_the_table_shows(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_users(socket_server, cast.olga, "?q=o&sort=name&status=active&nonsense=1")
    assert list_slugs(tab) == ["olga"]
    assert tab[UsersState]["url"] == f"{PATH}?q=o&status=active&sort=name"
    assert tab[UsersState]["csv_url"].endswith("/users.csv?q=o&status=active&sort=name")


async def test_a_search_a_filter_and_a_sort_change_the_url(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_users(socket_server, cast.olga)
    await tab.send(UsersState.change_search, term="al")
    assert list_slugs(tab) == ["alice"]
    assert tab[UsersState]["url"] == f"{PATH}?q=al"
    assert tab[UsersState]["replaces_url"] is False
    await tab.send(UsersState.change_search, term="alice")
    assert tab[UsersState]["replaces_url"] is True
    await tab.send(UsersState.change_filter, code="role", value="admin")
    assert list_slugs(tab) == []
    assert tab[UsersState]["is_filtered"] is True
    await tab.send(UsersState.clear_filters)
    await tab.send(UsersState.change_sort, code="name")
    assert list_slugs(tab) == ["alice", "bob", "charlie", "mallory", "olga"]
    await tab.send(UsersState.change_sort, code="name")
    assert list_slugs(tab)[0] == "olga"
    await tab.send(UsersState.set_column_shown, code="email", is_shown=False)
    assert "email" not in tab[UsersState]["columns"]


async def test_a_table_loads_more_rows(cast: Cast, socket_server: SocketServer) -> None:
    for number in range(50):
        await factories.user(f"user{number:02}")
    tab = await open_users(socket_server, cast.olga, "?sort=name")
    first = list_slugs(tab)
    cursor = tab[UsersState]["loaded_page"]["next_cursor"]
    await tab.send(UsersState.load_more, cursor=cursor)
    assert len(first) == 50
    assert not set(first) & set(list_slugs(tab))
    assert len(list_slugs(tab)) == 5
    await tab.send(UsersState.select_all, is_selected=True)
    assert len(tab[UsersState]["selected_ids"]) == 55


async def test_a_change_by_another_administrator_reloads_the_row(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_users(socket_server, cast.olga)
    await tab.send(UsersState.load)
    async with unit_of_work() as session:
        people.set_name(await session.get_one(User, cast.bob.id), "Robert")
        await audit.record(
            session, cast.olga, "user.edited", target_kind="user", target_id=cast.bob.id
        )
    await socket_server.wait_until_idle()
    row = tab[UsersState]["changed_rows"][str(cast.bob.id)]
    assert row["label"] == "Robert"


@pytest.mark.parametrize("name", ["guest", "alice"])
async def test_only_administrators_load_the_table(
    cast: Cast, socket_server: SocketServer, name: str
) -> None:
    tab = await open_users(socket_server, getattr(cast, name))
    await tab.send(UsersState.change_search, term="a")
    assert tab[UsersState].get("loaded_page") is None
    assert tab[ToastsState].get("toasts") or tab[ToastsState]["is_sign_in_open"]


async def test_a_table_tells_how_many_records_match(
    cast: Cast, socket_server: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await open_users(socket_server, cast.olga)
    assert tab[UsersState]["total"] == "5 records"
    await tab.send(UsersState.change_search, term="alice")
    assert tab[UsersState]["total"] == "1 record"
    monkeypatch.setattr(tables.queries, "MAX_COUNTED", 3)
    monkeypatch.setattr(tables, "MAX_COUNTED", 3)
    await tab.send(UsersState.clear_filters)
    assert tab[UsersState]["total"] == "More than 3 records"


def test_the_list_contains_the_state_of_every_section_with_a_table() -> None:
    assert SECTIONS  # importing the sections defines their States
    assert set(TABLE_STATES) == {
        state for state in _list_subclasses(TableState) if hasattr(state, "layout")
    }


def _list_subclasses(state: type[Any]) -> Iterator[type[Any]]:
    for subclass in state.__subclasses__():
        yield subclass
        yield from _list_subclasses(subclass)


@pytest.mark.parametrize("code", sorted(STATES_BY_TABLE))
async def test_every_table_counts_its_records(cast: Cast, code: str) -> None:
    table = STATES_BY_TABLE[code].table
    async with read_session() as session:
        count = await tables.count_matching(session, cast.olga, table, parse_view(table, {}))
        assert count == len(
            (
                await tables.load_page(session, cast.olga, table, parse_view(table, {}), limit=100)
            ).items
        )
        with pytest.raises(NotFound):
            await tables.count_matching(session, cast.alice, table, parse_view(table, {}))


@pytest.mark.parametrize("code", sorted(STATES_BY_TABLE))
def test_every_sort_and_filter_has_labels(code: str) -> None:
    layout = STATES_BY_TABLE[code].layout
    table = layout.table
    assert all(layout.get_sort_label(sort) for sort in table.sorts)
    assert layout.filters.keys() == {
        *(item.code for item in table.filters),
        *(item.code for item in table.id_filters),
    }
    for item in table.filters:
        labels = layout.filters[item.code].choices
        assert [choice.code for choice in item.choices if not labels.get(choice.code)] == []
    for id_filter in table.id_filters:
        assert (id_filter.find is None) is (layout.filters[id_filter.code].placeholder == "")


def test_each_action_says_what_it_has_done() -> None:
    states = STATES_BY_TABLE.items()
    actions = {(code, action) for code, state in states for action in getattr(state, "actions", ())}
    assert ("users", "ban") in actions
    assert actions - ACTION_RESULTS.keys() == set()
