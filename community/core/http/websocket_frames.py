"""WebSocket messages that are compressed once and then sent to many browser tabs.

All tabs receive the same bytes, because each message is compressed independently of earlier
messages (`server_no_context_takeover`, RFC 7692, 7.1.1.1). If the web server supports the ASGI
extension `community.frames`, the application writes the bytes directly to the WebSocket connection
of each tab. See docs/decisions/0001-web-server.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

EXTENSION = "community.frames"
# The base 2 logarithm of the zlib window size, and the zlib memory level from 1 to 9. With these
# values, compressing a message needs 32 KB of memory, which is freed afterwards.
WINDOW_BITS = 12
COMPRESS_SETTINGS = {"memLevel": 5}
# Compressing a shorter message takes longer than sending the bytes that it would save.
MIN_COMPRESSED_BYTES = 200


@dataclass(frozen=True, slots=True)
class PreparedMessage:
    """A text message encoded as a compressed and as an uncompressed WebSocket frame.

    Both are the same for a short message, which is not compressed (RFC 7692, 6).
    """

    uncompressed: bytes = field(repr=False)
    compressed: bytes = field(repr=False)

    @classmethod
    def from_text(cls, text: str) -> "PreparedMessage":
        frame = Frame(Opcode.TEXT, text.encode())
        uncompressed = frame.serialize(mask=False)
        if len(frame.data) < MIN_COMPRESSED_BYTES:
            return cls(uncompressed, uncompressed)
        deflate = PerMessageDeflate(
            remote_no_context_takeover=True,
            local_no_context_takeover=True,
            remote_max_window_bits=WINDOW_BITS,
            local_max_window_bits=WINDOW_BITS,
            compress_settings=COMPRESS_SETTINGS,
        )
        return cls(uncompressed, frame.serialize(mask=False, extensions=[deflate]))


# Writes the message to the socket, or returns False if the caller must queue it instead.
Writer = Callable[[PreparedMessage], bool]


def get_writer(scope: Mapping[str, Any]) -> Writer | None:
    """Return a function that writes directly to this WebSocket, or None if the server cannot."""
    writer: Writer | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("write")
    return writer
