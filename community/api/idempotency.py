"""Idempotency-Key: a request that is sent twice is done once, and answered twice alike.

For unsafe requests with a JSON body or none. Kept for a day, for the same caller, method and
address. Not kept: what may be different a moment later whatever the request says (faults of ours,
rate limits, a sign-in that has ended, a thing that is not there).
"""

import hashlib
import re
from contextvars import ContextVar
from datetime import datetime, timedelta

import structlog
from fastapi import HTTPException
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community import throttle
from community.api import answers
from community.api.answers import Answer, Claim
from community.api.identity import recognise
from community.api.limits import limits_of, tell_limits
from community.api.negotiation import content_type, header, is_json
from community.api.routing import SAFE
from community.core import clock
from community.core.database import unit_of_work
from community.core.errors import Conflict, Invalid

log = structlog.get_logger(__name__)

KEY = re.compile(r"[\x21-\x7e]{1,255}")
PASSING = frozenset({401, 404, 405, 429})
CLEANED_EVERY = timedelta(hours=1)

_claim: ContextVar[Claim | None] = ContextVar("claim", default=None)


class Idempotency:
    """Gives the first answer again to a request that repeats its key."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._cleaned_at: datetime | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE or not _has_key(scope):
            await self.app(scope, receive, send)
            return
        body = await _read(receive)
        name = await _name(scope)
        found = await self._claim(name, hashlib.sha256(body).hexdigest())
        if isinstance(found, Answer):
            await tell_limits(scope, found.limits)
            await _send(send, found, replayed=True)
        else:
            await _send(send, await self._answer(found, scope, body, receive))

    async def _claim(self, name: str, body_hash: str) -> Claim | Answer:
        async with unit_of_work() as session:
            if self._cleaned_at is None or self._cleaned_at < clock.now() - CLEANED_EVERY:
                self._cleaned_at = clock.now()
                await answers.forget_old(session)
            return await answers.claim(session, name, body_hash)

    async def _answer(self, claim: Claim, scope: Scope, body: bytes, receive: Receive) -> Answer:
        recorded = _Recorded()
        token = _claim.set(claim)
        try:
            await self.app(scope, _again(body, receive), recorded)
        except BaseException:
            await _end(claim, None)
            raise
        finally:
            _claim.reset(token)
        answer = recorded.answer(limits_of(scope))
        await _end(claim, answer)
        return answer


class _Recorded:
    """Takes what the application sends."""

    def __init__(self) -> None:
        self._start: Message = {}
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            self._body.append(message.get("body", b""))

    def answer(self, limits: list[tuple[str, str]]) -> Answer:
        headers = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in self._start["headers"]]
        return Answer(self._start["status"], headers, b"".join(self._body), limits)


@event.listens_for(Session, "before_commit")
def _mark(session: Session) -> None:
    """Whatever a claimed request commits says in the same transaction that it was done."""
    claim = _claim.get()
    if claim is None or not claim.is_open:
        return
    if not session.execute(answers.mark(claim)).rowcount:  # type: ignore[attr-defined]
        raise Conflict("This took so long that it was tried again elsewhere.")


async def _end(claim: Claim, answer: Answer | None) -> None:
    claim.is_open = False
    try:
        async with unit_of_work() as session:
            if answer is None or answer.status >= 500 or answer.status in PASSING:
                await answers.release(session, claim)
            else:
                await answers.keep(session, claim, answer)
    except Exception:  # what was done is done and marked: its answer still goes out
        log.exception("an answer could not be kept")


def _has_key(scope: Scope) -> bool:
    is_given = any(name == b"idempotency-key" for name, _ in scope["headers"])
    return is_given and (is_json(scope) or not content_type(scope))


async def _name(scope: Scope) -> str:
    key = header(scope, b"idempotency-key")
    if not KEY.fullmatch(key):
        sentence = "Use 1 to 255 visible characters."
        raise Invalid(sentence, fields={"Idempotency-Key": [sentence]})
    who = throttle.key_of(await recognise(scope))
    query = scope["query_string"].decode("latin-1")
    return "\n".join((who, scope["method"], scope["path"], query, key))


async def _read(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400)
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    is_read = False

    async def receive_again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


async def _send(send: Send, answer: Answer, *, replayed: bool = False) -> None:
    headers = [(n.encode("latin-1"), v.encode("latin-1")) for n, v in answer.headers]
    if replayed:
        headers.append((b"idempotent-replayed", b"true"))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
