"""Identifiers and secret tokens."""

import base64
import hashlib
import secrets
import time
from uuid import UUID

# Length of a token: 32 bytes in base64url (RFC 4648, section 5) without padding.
TOKEN_LENGTH = 43
# The largest BIGINT has 19 digits, so every number with 18 digits fits into the column.
MAX_ID_DIGITS = 18
# Length of a UUID with hyphens.
UUID_LENGTH = 36

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_uuid() -> UUID:
    """Return a version 7 UUID. UUIDs of this version sort by creation time (RFC 9562, 5.7)."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    return UUID(int=value & ~(0x3 << 62) | 0x2 << 62)


def new_token() -> str:
    """Return a random 256-bit secret that needs no escaping in cookies and URLs."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the SHA-256 hash of a token as 64 hexadecimal digits.

    A random token needs no salt and no slow hash, because it cannot be guessed.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def encode_base64url(data: bytes) -> str:
    """Encode bytes as text without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Decode text with or without padding. Raise `ValueError` if it is not base64url."""
    return base64.urlsafe_b64decode(f"{text}===")


def parse_id(text: str) -> int | None:
    """Return the id in a part of a URL, or None if it is not a number of at most 18 digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > MAX_ID_DIGITS:
        return None
    return int(text)


def parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text) if len(text) <= UUID_LENGTH else None
    except ValueError:
        return None


def encode_sortable(number: int) -> str:
    """Encode a non-negative number as text, so that encoded numbers sort in numerical order.

    The text is the number in base 36, preceded by one digit that contains its length. For
    example, 35 becomes "1z" and 36 becomes "210", and "1z" sorts before "210".
    """
    digits = ""
    while True:
        number, remainder = divmod(number, 36)
        digits = _DIGITS[remainder] + digits
        if number == 0:
            return _DIGITS[len(digits)] + digits
