"""Keeps private data out of responses to personal access tokens without the scope `read`.

A route that changes a part of an object returns the whole object, for example the draft of a post
or all settings. A token that may only write would read the rest.
"""

from typing import Any

from starlette.types import Message, Receive, Scope, Send

from community.api.http.middleware import HttpMiddleware
from community.api.http.routing import SAFE_METHODS
from community.domain.follows.schemas import Relationship
from community.domain.reactions.schemas import ReactionSummary

# These objects contain only what the request has written, and public counts.
_WRITTEN_OBJECTS = (Relationship, ReactionSummary)


class WriteOnlyTokenMiddleware(HttpMiddleware):
    """Sends 204 without the object if a token without the scope `read` changes an object.

    A response with the status 201 contains what the request has created, and stays unchanged.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_hidden = False

        async def send_without_object(message: Message) -> None:
            nonlocal is_hidden
            if message["type"] == "http.response.start":
                is_hidden = message["status"] == 200 and _may_not_read(scope)
                if is_hidden:
                    message = {**message, "status": 204, "headers": _drop_content(message)}
            elif is_hidden:
                message = {**message, "body": b""}
            await send(message)

        await self.app(scope, receive, send_without_object)


def _may_not_read(scope: Scope) -> bool:
    actor = scope.get("state", {}).get("actor")
    if actor is None or "read" in actor.scopes or scope["method"] in SAFE_METHODS:
        return False
    # A replayed response has no route.
    model: Any = getattr(scope.get("route"), "response_model", None)
    return model not in _WRITTEN_OBJECTS


def _drop_content(response_start: Message) -> list[tuple[bytes, bytes]]:
    return [
        (name, value)
        for name, value in response_start["headers"]
        if name.lower() not in {b"content-type", b"content-length"}
    ]
