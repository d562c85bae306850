"""One message for many sockets: framed and compressed once, and written to each as it is.

A server that offers the ASGI extension `EXTENSION` lends a way to write such a message past the
queue of its socket. That is allowed because no message of ours refers to an earlier one
(`server_no_context_takeover`, RFC 7692 section 7.1.1.1), so that one compressed form suits every
socket that compresses (docs/decisions/0001-web-server.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

EXTENSION = "community.frames"
# Base 2 logarithm of the window, and zlib's measure of the memory for its tables (1 to 9): 32 KB
# while a message is written, and none between messages.
WINDOW_BITS = 12
COMPRESSION = {"memLevel": 5}


@dataclass(frozen=True, slots=True)
class Framed:
    """A text message as the frames that go over the wire, without and with compression."""

    plain: bytes = field(repr=False)
    deflated: bytes = field(repr=False)

    @classmethod
    def of(cls, text: str) -> "Framed":
        """Frame and compress once what goes to many."""
        frame = Frame(Opcode.TEXT, text.encode())
        deflate = PerMessageDeflate(
            remote_no_context_takeover=True,
            local_no_context_takeover=True,
            remote_max_window_bits=WINDOW_BITS,
            local_max_window_bits=WINDOW_BITS,
            compress_settings=COMPRESSION,
        )
        return cls(frame.serialize(mask=False), frame.serialize(mask=False, extensions=[deflate]))


# Writes at once, or answers False where the message has to wait its turn.
Write = Callable[[Framed], bool]


def writing_to(scope: Mapping[str, Any]) -> Write | None:
    """How to write to the socket of this ASGI scope; None where the server lends no way."""
    found: Write | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("write")
    return found
