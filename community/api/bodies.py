"""How much a request may send: memory is bounded whatever arrives."""

from fastapi import HTTPException  # the one that its body reader lets through
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.negotiation import content_type, header

# The longest post, with every character escaped, and room to spare.
TEXT_BYTES = 2 * 1024 * 1024
# Four pictures of 10 MB in one comment, and their wrapping; they are written to disk as they come.
FILES_BYTES = 42 * 1024 * 1024


class Bodies:
    """Answers 413 to a body that is too large, at its declared or else at its real length."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = FILES_BYTES if content_type(scope) == "multipart/form-data" else TEXT_BYTES
        declared = header(scope, b"content-length")
        if declared.isdigit() and int(declared) > most:
            raise HTTPException(413)
        left = most

        async def count() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        await self.app(scope, count, send)
