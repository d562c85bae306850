"""Middleware that turns exceptions into error responses and logs unexpected exceptions."""

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from community.api.http.errors import (
    build_error_response,
    build_exception_response,
    create_unavailable_response,
)
from community.api.http.middleware import HttpMiddleware
from community.core.db.transient_errors import is_transient
from community.core.errors import DomainError

log = structlog.get_logger(__name__)


class ErrorMiddleware(HttpMiddleware):
    """Turns exceptions into error responses.

    The status is 503 if the database or Redis is unavailable, and 500 for unexpected exceptions.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False

        async def track_response_start(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self.app(scope, receive, track_response_start)
        except (DomainError, HTTPException) as error:
            await build_exception_response(error, scope)(scope, receive, send)
        except ClientDisconnect:
            return  # `RequestContextMiddleware` logs the status 499.
        except Exception as error:  # noqa: BLE001 - every exception becomes a response
            _log_error(error, scope)
            if has_started:  # The web server then closes the connection.
                return
            response = (
                create_unavailable_response(scope)
                if is_transient(error)
                else build_error_response(scope, 500)
            )
            await response(scope, receive, send)


def _log_error(error: Exception, scope: Scope) -> None:
    request = {"method": scope["method"], "path": scope["path"]}
    if is_transient(error):
        log.error("service_unavailable", error=f"{type(error).__name__}: {error}", **request)
    else:
        log.error("unhandled_exception", exc_info=error, **request)
