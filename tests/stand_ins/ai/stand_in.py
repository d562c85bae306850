"""A stand-in that speaks the protocol of OpenAI for chat completions, with streaming."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

KEY = "sk-stand-in-key"  # not a secret
MODEL = "small-model"


# Slow enough to see the answer grow.
DESCRIPTION_DELAY_SECONDS = 0.08


@dataclass
class Reply:
    """How the server answers one request.

    Attributes:
        parts: The parts of the text, which are sent one after another.
        status: Another status than 200 is sent with an error object.
        body: Sent instead of the protocol's events.
        is_cut: Whether the connection ends before the last event.
        delay_seconds: How long the server waits before each part after the first.
        resume: If set, each part after the first waits for it, and the server clears it again.
        is_silent: Whether the server never answers.
    """

    parts: tuple[str, ...] = ("A short ", "answer.")
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    finish_reason: str = "stop"
    tokens: int | None = 120
    is_cut: bool = False
    is_silent: bool = False
    delay_seconds: float = 0.0
    resume: asyncio.Event | None = None


class AiStandIn:
    """The endpoint. `replies` are used up first, and after them `answer` chooses the answer."""

    def __init__(self, answer: "Callable[[dict[str, Any]], Reply]" = lambda _: Reply()) -> None:
        self.answer = answer
        self.replies: list[Reply] = []
        self.requests: list[dict[str, Any]] = []
        self.has_request = asyncio.Event()

    async def complete(self, request: Request) -> Response:
        """Answer `POST /chat/completions`."""
        body = await request.json()
        self.requests.append(body)
        self.has_request.set()
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return _error(401, "Incorrect API key provided")
        if body.get("model") != MODEL:
            return _error(404, "The model does not exist")
        if not body.get("stream") or not isinstance(body.get("max_tokens"), int):
            return _error(400, "Unsupported parameters")
        reply = self.replies.pop(0) if self.replies else self.answer(body)
        if reply.is_silent:
            await asyncio.Event().wait()
        if reply.status != 200:
            return _error(reply.status, "The error of the endpoint", reply.headers)
        if reply.body is not None:
            return Response(reply.body, media_type="text/event-stream")
        return StreamingResponse(_stream(reply), media_type="text/event-stream")


async def _stream(reply: Reply) -> AsyncIterator[str]:
    yield _event({"role": "assistant", "content": ""})
    for number, part in enumerate(reply.parts):
        if number and reply.delay_seconds:
            await asyncio.sleep(reply.delay_seconds)
        if number and reply.resume is not None:
            await reply.resume.wait()
            reply.resume.clear()
        yield _event({"content": part})
    if reply.is_cut:
        raise ConnectionResetError
    yield _event({}, finish_reason=reply.finish_reason)
    if reply.tokens is not None:
        usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": reply.tokens}
        yield _event(None, usage=usage)
    yield "data: [DONE]\n\n"


def _event(
    delta: dict[str, str] | None, *, finish_reason: str | None = None, usage: Any = None
) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    chunk = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": MODEL,
        "choices": [] if delta is None else [choice],
        "usage": usage,
    }
    return f"data: {json.dumps(chunk)}\n\n"


def _error(status: int, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    error = {"message": message, "type": "error", "param": None, "code": None}
    return JSONResponse({"error": error}, status_code=status, headers=headers)


def create_app(stand_in: AiStandIn) -> Starlette:
    route = Route("/v1/chat/completions", stand_in.complete, methods=["POST"])
    return Starlette(routes=[route])


def describe_request(body: dict[str, Any]) -> Reply:
    """Return an answer that shows what a model would get, word by word."""
    instructions, content = (str(message["content"]) for message in body["messages"][:2])
    text = (
        "- This answer comes from `make dev-providers`. No model has written it.\n"
        f"- The request has {len(instructions)} characters of instructions.\n"
        f"- It passes {len(content)} characters of texts of users as data."
    )
    parts = tuple(f"{word} " for word in text.split(" "))
    return Reply(parts, delay_seconds=DESCRIPTION_DELAY_SECONDS)
