"""A local server that speaks the protocol of OpenAI for chat completions, with streaming."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn import Config, Server

from community.ai import AiEndpoint

KEY = "sk-stand-in-key"
MODEL = "small-model"


@dataclass
class Reply:
    """How the server answers one request.

    Attributes:
        parts: The parts of the text, which are sent one after another.
        status: Another status than 200 is sent with an error object.
        body: Sent instead of the protocol's events.
        is_cut: Whether the connection ends before the last event.
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
    resume: asyncio.Event | None = None


class StandIn:
    """The server. `replies` are used up first, and after them `answer` chooses the answer."""

    def __init__(self) -> None:
        self.port = 0
        self.replies: list[Reply] = []
        self.requests: list[dict[str, Any]] = []
        self.has_request = asyncio.Event()
        self.answer: Callable[[dict[str, Any]], Reply] = lambda _: Reply()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def endpoint(self, **values: Any) -> AiEndpoint:
        defaults: dict[str, Any] = {
            "base_url": self.base_url,
            "model": MODEL,
            "key": SecretStr(KEY),
            "max_tokens": 200,
        }
        return AiEndpoint(**{**defaults, **values})

    def list_settings(self, **values: Any) -> dict[str, Any]:
        return {"ai_base_url": self.base_url, "ai_model": MODEL, "ai_key": KEY, **values}

    def build_app(self) -> Starlette:
        return Starlette(routes=[Route("/v1/chat/completions", self._complete, methods=["POST"])])

    async def _complete(self, request: Request) -> Response:
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


def get_content(request: dict[str, Any]) -> str:
    """Return the text that the request passes as data."""
    return str(request["messages"][1]["content"])


@asynccontextmanager
async def run_stand_in() -> AsyncIterator[StandIn]:
    """Run the server until the `with` block ends."""
    stand_in = StandIn()
    config = Config(
        stand_in.build_app(), port=0, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    stand_in.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield stand_in
    finally:
        server.force_exit = True
        await server.shutdown()
