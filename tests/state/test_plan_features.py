"""Tests of the section with the features that plans can include."""

from typing import Any

from community.admin.plan_features import PlanFeaturesState
from community.core.db import sessions as database
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan

SECTION = "subscription-features"


async def open_features(socket_server: SocketServer) -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, f"/admin-panel/{SECTION}")
    await tab.send(PlanFeaturesState.load)
    return tab


def find_row(tab: Tab, code: str) -> dict[str, Any] | None:
    rows: list[dict[str, Any]] = tab[PlanFeaturesState]["rows"]
    return next((row for row in rows if row["code"] == code), None)


def get_row(tab: Tab, code: str) -> dict[str, Any]:
    row = find_row(tab, code)
    assert row is not None
    return row


async def create(tab: Tab, **values: str) -> None:
    await tab.send(PlanFeaturesState.open_form)
    form = {"code": "club", "name": "Club", "description": "Meet every month", **values}
    await tab.send(PlanFeaturesState.save, message=form)


async def test_a_feature_is_added_changed_and_deleted(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_features(socket_server)
    await create(tab)
    row = get_row(tab, "club")
    assert (row["name"], row["is_built_in"], row["has_own_texts"]) == ("Club", False, True)
    await tab.send(PlanFeaturesState.open_form, key="club")
    # The code in the message of a forged form is ignored.
    await tab.send(PlanFeaturesState.save, message={"code": "badge", "name": "Round table"})
    assert get_row(tab, "club")["name"] == "Round table"
    assert get_row(tab, "badge")["name"] == "Badge"
    await tab.send(PlanFeaturesState.ask_to_remove, key="club")
    await tab.send(PlanFeaturesState.remove, message={})
    assert find_row(tab, "club") is None


async def test_the_texts_of_a_built_in_feature_are_changed_and_restored(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_features(socket_server)
    await tab.send(PlanFeaturesState.open_form, key="badge")
    await tab.send(PlanFeaturesState.save, message={"name": "Medal"})
    changed = get_row(tab, "badge")
    assert (changed["name"], changed["has_own_texts"]) == ("Medal", True)
    await tab.send(PlanFeaturesState.ask_to_remove, key="badge")
    await tab.send(PlanFeaturesState.remove, message={})
    restored = get_row(tab, "badge")
    assert (restored["name"], restored["has_own_texts"]) == ("Badge", False)


async def test_the_form_shows_what_is_invalid(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_features(socket_server)
    for field, value in (("code", "Big Club"), ("code", "badge"), ("name", " ")):
        await create(tab, **{field: value})
        assert tab[PlanFeaturesState]["errors"].keys() == {field}
    assert find_row(tab, "club") is None


async def test_a_feature_of_a_plan_is_not_deleted(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_features(socket_server)
    await create(tab)
    await add_plan(cast.olga, features=["club"])
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    row = get_row(tab, "club")
    assert [plan["name"] for plan in row["plans"]] == ["Plus"]
    await tab.send(PlanFeaturesState.ask_to_remove, key="club")
    await tab.send(PlanFeaturesState.remove, message={})
    assert "includes this feature" in tab[PlanFeaturesState]["removal_error"]
    assert find_row(tab, "club") is not None
