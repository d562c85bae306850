"""Conventions of the HTTP API that each request in a test must follow."""

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.http.responses import get_content_type, has_json_body
from community.api.http.routing import SAFE_METHODS
from community.core.db.sessions import call_before_commits


def enforce_conventions(app: ASGIApp) -> ASGIApp:
    """Return an ASGI app that fails if a request does not follow the conventions.

    - A response with status 201 has the header `Location`.
    - A request commits one transaction, unless its route depends on `resumable`, or it cannot have
      an `Idempotency-Key`. A repeated request could not continue another route after an error.
    """

    async def call_app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await app(scope, receive, send)
            return
        commits, has_location = 0, True
        route = f"{scope['method']} {scope['path']}"

        async def count(_: AsyncSession) -> None:
            nonlocal commits
            commits += 1

        async def check_and_send(message: Message) -> None:
            nonlocal has_location
            if message.get("status") == 201:
                has_location = any(name.lower() == b"location" for name, _ in message["headers"])
            await send(message)

        scope.setdefault("state", {})
        with call_before_commits(count):
            await app(scope, receive, check_and_send)
        assert has_location, f"{route} creates something without Location"
        may_have_key = has_json_body(scope) or not get_content_type(scope)
        if may_have_key and not scope["state"].get("is_resumable"):
            assert commits < 2, f"{route} commits {commits} transactions"

    return call_app
