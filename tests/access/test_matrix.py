"""Tests that each role can do exactly what the access matrix says, over HTTP and the WebSocket."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.access.clients import NO_CHANGE, Users
from tests.access.matrix import ROWS, Row
from tests.access.operations import OPERATIONS
from tests.access.scenario import COMMENT_TEXT, Scenario
from tests.databases import POSTGRES_URL

pytestmark = pytest.mark.asyncio(loop_scope="session")

WITH_ROUTES = [name for name, operation in OPERATIONS.items() if operation.route]
WITH_EVENTS = [name for name, operation in OPERATIONS.items() if operation.list_handlers()]


def list_cells(operation: str) -> Iterator[tuple[Row, str, str]]:
    """Yield each row of an operation with each role and its outcome.

    On PostgreSQL, yield the first row with each pair of a role and an outcome. The same conditions
    decide about the other states there, so these are tested only on SQLite.
    """
    found: set[tuple[str, str]] = set()
    for row in ROWS:
        if row.operation == operation:
            for role, outcome in row.outcomes.items():
                if not POSTGRES_URL or (role, outcome) not in found:
                    yield row, role, outcome
                found.add((role, outcome))


def list_selected_cells(operation: str) -> Iterator[tuple[Row, str, str]]:
    """Yield the cells of an operation that are tested with events or pages.

    For the first row these are all roles, and for further rows two roles with each outcome. Events,
    pages and HTTP routes call the same domain functions, which the HTTP requests test with all
    roles. What can differ is the object and the user that are passed to the domain.
    """
    first = next(row for row in ROWS if row.operation == operation)
    counts: Counter[tuple[str, str]] = Counter()
    for row, role, outcome in list_cells(operation):
        counts[row.state, outcome] += 1
        if row is first or counts[row.state, outcome] <= 2:
            yield row, role, outcome


def describe(row: Row, role: str, found: str, expected: str) -> str:
    return f"{row.operation}, {row.state}, as {role}: {found} instead of {expected}"


def report(differences: list[str]) -> None:
    if differences:
        pytest.fail("\n".join(differences), pytrace=False)


@pytest.mark.parametrize("name", WITH_ROUTES)
async def test_http_routes(scenario: Scenario, users: Users, name: str) -> None:
    differences, operation = [], OPERATIONS[name]
    for row, role, expected in list_cells(name):
        object_id = scenario.get_id(operation.kind, row.state)
        outcome = await users.http.get_outcome(role, operation, object_id)
        if outcome != expected:
            differences.append(describe(row, role, outcome, expected))
    report(differences)


@pytest.mark.parametrize("name", WITH_EVENTS)
async def test_events(scenario: Scenario, users: Users, name: str) -> None:
    """Check that events have the same outcomes as the HTTP route.

    A handler may ignore a forbidden event without an error, if it changes nothing.
    """
    differences, operation = [], OPERATIONS[name]
    for row, role, expected in list_selected_cells(name):
        object_id = scenario.get_id(operation.kind, row.state)
        allowed = {"ok"} if expected == "ok" else {expected, NO_CHANGE}
        outcomes = set(await users.socket.list_outcomes(role, operation, object_id))
        if not outcomes <= allowed:
            differences.append(describe(row, role, "/".join(outcomes), expected))
    report(differences)


async def test_post_pages(scenario: Scenario, users: Users) -> None:
    differences = []
    for row, role, expected in list_selected_cells("read post"):
        path = f"/p/{scenario.posts[row.state]}/{row.state}"
        page = await users.http.get_page(role, path)
        if ("Flour, water" in page) != (expected == "ok"):
            differences.append(describe(row, role, "another page", expected))
    report(differences)


async def test_comments_on_pages(scenario: Scenario, users: Users) -> None:
    """Check that a page shows the text of a comment only to the roles that may read it.

    The server renders pages with what guests may read, also for most other users. Their live pages
    then load the rest.
    """
    differences = []
    for row, role, expected in list_selected_cells("read comment"):
        post = "moved" if row.state.startswith(("moved_", "late_")) else "published"
        path = f"/p/{scenario.posts[post]}/{post}?comment={scenario.comments[row.state]}"
        is_shown = f"{COMMENT_TEXT} {row.state}!" in await users.http.get_page(role, path)
        if is_shown > (expected == "ok") or (not is_shown and row.outcomes["guest"] == "ok"):
            differences.append(describe(row, role, f"shown is {is_shown}", expected))
    report(differences)
