"""The last net: whatever was raised becomes an answer, and a fault of ours is logged once."""

import structlog
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.errors import answer_to, refuse, unavailable
from community.core.errors import Refusal
from community.core.outages import is_outage

log = structlog.get_logger(__name__)


class Faults:
    """Answers refusals of the layers below, 503 for an outage and 500 for the rest."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def begin(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, begin)
        except (Refusal, HTTPException) as refusal:
            await answer_to(refusal, scope)(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - nothing may get past here
            _log(error, scope)
            if has_begun:  # too late for another answer: the server cuts the connection
                return
            answer = unavailable(scope) if is_outage(error) else refuse(scope, 500)
            await answer(scope, receive, send)


def _log(error: Exception, scope: Scope) -> None:
    where = {"method": scope["method"], "path": scope["path"]}
    if is_outage(error):
        log.error("outage", error=f"{type(error).__name__}: {error}", **where)
    else:
        log.error("fault", exc_info=error, **where)
