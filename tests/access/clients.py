"""Send the operations of the access matrix as each role, over HTTP and over the WebSocket."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import orjson
import pytest
from httpx import AsyncClient
from starlette.types import ASGIApp, Message

from community.api.http.errors import STATUS_BY_CODE
from community.core import rate_limits
from community.core.errors import DomainError
from community.state.pages.posts.draft_updates import DraftRejected, DraftUpdate
from community.state.runtime.toasts import ToastsState
from tests.access.operation import Event, Operation
from tests.access.scenario import ROLES, Scenario
from tests.api.credentials import sign_in
from tests.shared_site import WriteCounter
from tests.state.tabs import SocketServer, Tab

NO_CHANGE = "no change"
FILE_FORM = (
    b'--part\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n%b\r\n--part--'
)


@dataclass
class Response:
    status: int = 0
    body: bytes = b""


async def call_app(
    app: ASGIApp, method: str, path: str, headers: dict[str, str], body: Any = None
) -> Response:
    """Send a request without an HTTP client, which would take longer than most responses.

    Args:
        body: A value to send as JSON, or the bytes of a file to upload.
    """
    response = Response()
    if isinstance(body, bytes):
        content = FILE_FORM % body
        headers = {"Content-Type": "multipart/form-data; boundary=part", **headers}
    else:
        content = b"" if body is None else orjson.dumps(body)
    path, _, query = path.partition("?")
    headers = {"Host": "localhost:3000", "Content-Type": "application/json", **headers}

    messages: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]

    async def receive() -> Message:
        # A streamed response waits for the disconnection, which never comes.
        return messages.pop() if messages else await asyncio.Future()

    async def send(message: Message) -> None:
        response.status = message.get("status", response.status)
        response.body += message.get("body", b"")

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("203.0.113.7", 4000),
        "server": ("localhost", 3000),
    }
    await app(scope, receive, send)
    return response


class HttpUsers:
    """Send HTTP requests as each role."""

    def __init__(
        self, scenario: Scenario, apps: dict[str, ASGIApp], cookies: dict[str, str]
    ) -> None:
        self._scenario, self._apps, self._cookies = scenario, apps, cookies

    @classmethod
    async def create(cls, scenario: Scenario, *, api: ASGIApp, pages: ASGIApp) -> "HttpUsers":
        cookies = {"guest": ""}
        for role in ROLES[1:]:
            client = AsyncClient(verify=False)  # because loading the certificates takes long
            await sign_in(client, scenario.users[role])
            cookies[role] = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return cls(scenario, {"api": api, "pages": pages}, cookies)

    async def get_outcome(self, role: str, operation: Operation, object_id: int) -> str:
        method, path = operation.route.split()
        path = path.replace(f"{{{operation.kind}}}", str(object_id))
        for name, value in operation.parameters(self._scenario).items():
            path = path.replace(f"{{{name}}}", str(value))
        body = operation.body(self._scenario, object_id)
        return await self.request(role, method, path, body)

    async def request(self, role: str, method: str, path: str, body: Any = None) -> str:
        rate_limits.get_window.cache_clear()
        headers = {"Accept": "application/json", "Cookie": self._cookies[role]}
        response = await call_app(self._apps["api"], method, path, headers, body)
        return "ok" if response.status in range(200, 300) else str(response.status)

    async def get_page(self, role: str, path: str) -> str:
        headers = {"Accept": "text/html", "Cookie": self._cookies[role]}
        response = await call_app(self._apps["pages"], "GET", path, headers)
        return response.body.decode() if response.status == 200 else ""


class SocketUsers:
    """Browser tabs that are signed in as each role."""

    def __init__(self, scenario: Scenario, tabs: dict[str, Tab]) -> None:
        self._scenario, self._tabs = scenario, tabs
        self._codes: list[str] = []
        self._counter = WriteCounter()

    @classmethod
    async def open(cls, scenario: Scenario, server: SocketServer) -> "SocketUsers":
        tabs = {role: await server.open(scenario.users[role]) for role in ROLES}
        return cls(scenario, tabs)

    @contextmanager
    def record_errors(self, counter: WriteCounter) -> Iterator[None]:
        self._counter = counter
        build_rejection = DraftRejected.build

        def record(_: Any, error: DomainError) -> None:
            self._codes.append(error.code)

        def record_rejection(update: DraftUpdate, error: DomainError) -> DraftRejected:
            self._codes.append(error.code)
            return build_rejection(update, error)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ToastsState, "_show_error", record)
            patch.setattr(DraftRejected, "build", record_rejection)
            yield

    async def list_outcomes(self, role: str, operation: Operation, object_id: int) -> list[str]:
        """Return the outcome of each list of events that is equivalent to the operation.

        It is `ok`, the HTTP status of the first error that the user sees, or `NO_CHANGE`.
        """
        self._tabs[role].path = operation.page(self._scenario, object_id)
        writes = not operation.route.startswith("GET ")
        return [
            await self._send(role, sequence, writes=writes)
            for sequence in operation.events(self._scenario, object_id)
        ]

    async def _send(self, role: str, sequence: list[Event], *, writes: bool) -> str:
        self._codes.clear()
        self._counter.writes = 0
        for handler, payload in sequence:
            rate_limits.get_window.cache_clear()
            await self._tabs[role].send(handler, **payload)
        if self._codes:
            return str(STATUS_BY_CODE[self._codes[0]])
        return NO_CHANGE if writes and not self._counter.writes else "ok"


@dataclass(frozen=True)
class Users:
    """The clients of all roles: for HTTP routes and pages, and for events."""

    http: HttpUsers
    socket: SocketUsers
