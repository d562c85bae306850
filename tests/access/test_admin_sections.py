"""Tests that each role reaches exactly its sections of the Admin Panel.

The table says what each role gets. The tests apply it to all sections that are registered, all
event handlers with the policy `admin`, and all routes below `/admin-panel/`. New sections, handlers
and routes are therefore tested without an entry here.
"""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi.routing import APIRoute
from httpx import AsyncClient
from reflex_base.registry import RegistrationContext
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from community import authentication, urls
from community.admin.sections import SECTIONS
from community.admin.tables import csv_router
from community.api.app import create_app, wrap_in_outer_middleware
from community.community import app
from community.core import logs, rate_limits
from community.core.actor import DASHBOARD, GUEST, Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.domain import accounts, site
from community.reflex_adapter import build_output
from community.ssr.http import shell
from community.ssr.middleware import SSRMiddleware
from community.state.runtime.policy import find_policy
from community.wiring import wire
from tests import factories
from tests.access.clients import Response, call_app
from tests.api.credentials import sign_in
from tests.ssr.conftest import EMPTY_BUILD, ROUTES

# Each line: role | status of the page and of a route | code of the error of an event.
TABLE = """
guest | 404 | unauthenticated
member | 404 | not_found
moderator | 404 | not_found
banned administrator | 404 | not_found
administrator without the section | 403 | forbidden
administrator with the section | ok | ok
full administrator | ok | ok
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
# Every administrator may open the dashboard.
FOR_ALL_ADMINISTRATORS = frozenset({DASHBOARD})


class Users:
    """The users of the table, with the cookies of their sessions."""

    def __init__(self) -> None:
        self._actors: dict[str, Actor] = {"guest": GUEST}
        self._cookies = {"guest": ""}

    async def create(self) -> None:
        await self._add("member", await factories.user("member"))
        moderator = await factories.user("moderator")
        await factories.community(moderator, "bread")
        await self._add("moderator", moderator)
        banned = await factories.user("banned", is_admin=True, is_banned=True)
        await self._add("banned administrator", banned)
        await self._add("full administrator", await factories.user("full", is_admin=True))
        for number, code in enumerate((DASHBOARD, *accounts.SECTIONS)):
            others = [other for other in accounts.SECTIONS if other != code] or ["users"]
            own = [code] if code in accounts.SECTIONS else ["users"]
            await self._add(f"with {code}", await factories.user(f"with-{number}", sections=own))
            without = await factories.user(f"without-{number}", sections=others)
            await self._add(f"without {code}", without)

    async def _add(self, name: str, actor: Actor) -> None:
        client = AsyncClient(verify=False)  # because loading the certificates takes long
        await sign_in(client, actor)
        self._actors[name] = actor
        self._cookies[name] = "; ".join(f"{key}={value}" for key, value in client.cookies.items())

    def get_actor(self, role: str, section: str) -> Actor:
        return self._actors[_get_name(role, section)]

    def get_cookie(self, role: str, section: str) -> str:
        return self._cookies[_get_name(role, section)]


def _get_name(role: str, section: str) -> str:
    names = {
        "administrator without the section": f"without {section}",
        "administrator with the section": f"with {section}",
    }
    return names.get(role, role)


@pytest.fixture
async def users(db: None) -> AsyncIterator[Users]:
    wire()
    logs.configure()
    authentication.clear_cache()
    users = Users()
    await users.create()
    yield users
    authentication.clear_cache()


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ASGIApp]:
    (tmp_path / build_output.FALLBACK_FILE).write_text(EMPTY_BUILD)
    monkeypatch.setattr(build_output, "BUILD_DIR", tmp_path)
    shell.load_shell.cache_clear()
    yield SSRMiddleware(PlainTextResponse("behind"), ROUTES)
    shell.load_shell.cache_clear()


def list_expectations(section: str, column: int) -> Iterator[tuple[str, str]]:
    """Yield each role and what it gets in a section."""
    for row in ROWS:
        is_open = section in FOR_ALL_ADMINISTRATORS and row[0].startswith("administrator")
        yield row[0], "ok" if is_open else row[column]


async def test_pages(users: Users, pages: ASGIApp) -> None:
    differences = []
    for section in SECTIONS:
        for role, expected in list_expectations(section.code, 1):
            headers = {"Accept": "text/html", "Cookie": users.get_cookie(role, section.code)}
            response = await call_app(pages, "GET", urls.admin_section(section.code), headers)
            found = "ok" if response.status == 200 else str(response.status)
            if found != expected:
                differences.append(f"{section.code} as {role}: {found} instead of {expected}")
    assert differences == []


async def test_a_required_second_factor_is_needed_for_pages_events_and_routes(
    users: Users, pages: ASGIApp
) -> None:
    await require_second_factor(users.get_actor("full administrator", DASHBOARD))
    headers = {"Cookie": users.get_cookie("full administrator", DASHBOARD)}
    api = wrap_in_outer_middleware(create_app(csv_router))
    token = headers["Cookie"].partition("=")[2]
    actor = await authentication.authenticate_session(token, "")
    assert actor.is_admin
    for section in SECTIONS:
        page = await call_app(
            pages, "GET", urls.admin_section(section.code), headers | {"Accept": "text/html"}
        )
        assert page.status == 403
        assert b"Set up two-step sign-in" in page.body
    for name, _section in list_handlers():
        assert get_event_outcome(name, actor) == "second_factor_required"
    for method, path, _section in list_routes():
        rate_limits.get_window.cache_clear()
        body: Any = None if method == "GET" else {}
        response = await call_app(
            api, method, fill_path(path), headers | {"Accept": "application/json"}, body
        )
        assert orjson.loads(response.body)["code"] == "second_factor_required", path


async def require_second_factor(admin: Actor) -> None:
    changes = await site.prepare_changes(site.AuthSettings, {"require_admin_second_factor": True})
    async with unit_of_work() as session:
        await site.change_settings(session, admin, changes)
    authentication.clear_cache()


async def test_events(users: Users) -> None:
    differences = []
    for name, section in list_handlers():
        for role, expected in list_expectations(section, 2):
            found = get_event_outcome(name, users.get_actor(role, section))
            if found != expected:
                differences.append(f"{name} as {role}: {found} instead of {expected}")
    assert differences == []


async def test_routes(users: Users) -> None:
    api = wrap_in_outer_middleware(create_app(csv_router))
    differences = []
    for method, path, section in list_routes():
        for role, expected in list_expectations(section, 1):
            rate_limits.get_window.cache_clear()
            headers = {"Accept": "application/json", "Cookie": users.get_cookie(role, section)}
            body: Any = None if method == "GET" else {}
            response = await call_app(api, method, fill_path(path), headers, body)
            if not is_expected(response, expected):
                differences.append(f"{method} {path} as {role}: {response.status}")
    assert differences == []


def test_every_handler_and_route_belongs_to_a_section() -> None:
    codes = {DASHBOARD, *accounts.SECTIONS}
    assert {section.code for section in SECTIONS} <= codes
    assert {section for _, section in list_handlers()} <= codes
    assert {section for _, _, section in list_routes()} <= codes


def list_handlers() -> list[tuple[str, str]]:
    """Return the names of all event handlers of the Admin Panel, with their sections."""
    with app.set_contexts():
        names = sorted(RegistrationContext.get().event_handlers)
        policies = {name: find_policy(name) for name in names}
    return [
        (name, policy.section)
        for name, policy in policies.items()
        if policy is not None and policy.name == "admin"
    ]


def get_event_outcome(name: str, actor: Actor) -> str:
    with app.set_contexts():
        policy = find_policy(name)
    assert policy is not None
    try:
        policy.ensure_may_call(actor)
    except DomainError as error:
        return error.code
    return "ok"


def list_routes() -> list[tuple[str, str, str]]:
    """Return the method, the path and the section of each route below `/admin-panel/`."""
    routes = create_app(csv_router).state.prefix_router.routes
    return [
        (method, route.path, find_section(route))
        for route in routes
        if isinstance(route, APIRoute) and route.path.startswith(f"{urls.ADMIN_PANEL}/")
        for method in sorted(route.methods or ())
    ]


def find_section(route: APIRoute) -> str:
    """Return the section that the route requires, or "" if it requires none."""
    dependencies = [dependency.call for dependency in route.dependant.dependencies]
    codes = [getattr(call, "admin_section", None) for call in dependencies]
    return next((code for code in codes if code), "")


def fill_path(path: str) -> str:
    return re.sub(r"\{\w+(:\w+)?\}", "999999", path)


def is_expected(response: Response, expected: str) -> bool:
    """Return whether the section accepted or rejected the request as expected.

    A request that is accepted can still fail, because the object does not exist, because the body
    is empty or because the password must be confirmed first.
    """
    problem: dict[str, Any] = {}
    if response.status >= 400:
        problem = orjson.loads(response.body)
    if expected == "ok":
        return problem.get("detail") not in {
            "Nothing found at this address.",
            "You don't have access to this section.",
        }
    return response.status == int(expected) and problem["code"] in {"not_found", "forbidden"}
