"""A check of the transactions of requests."""

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.types import ASGIApp, Receive, Scope, Send

from community.api.http.negotiation import get_content_type, has_json_body
from community.api.http.routing import SAFE_METHODS
from community.core.db.sessions import call_before_commits


def forbid_further_transactions(app: ASGIApp) -> ASGIApp:
    """Return an ASGI app that fails if a request commits several transactions.

    The routes that depend on `resumable` may do so, and so may requests that cannot have an
    `Idempotency-Key`. A repeated request could not continue another route after an error.
    """

    async def call_app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await app(scope, receive, send)
            return
        commits = 0

        async def count(_: AsyncSession) -> None:
            nonlocal commits
            commits += 1

        scope.setdefault("state", {})
        with call_before_commits(count):
            await app(scope, receive, send)
        may_have_key = has_json_body(scope) or not get_content_type(scope)
        if may_have_key and not scope["state"].get("is_resumable"):
            route = f"{scope['method']} {scope['path']}"
            assert commits < 2, f"{route} commits {commits} transactions"

    return call_app
