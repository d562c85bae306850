"""Identifiers and secrets."""

import hashlib
import secrets
import time
from uuid import UUID

# Characters of a secret: 32 bytes in base64 (RFC 4648, section 5) without padding.
TOKEN_LENGTH = 43
# Digits of the largest number that the database can hold, less one.
LONGEST_NUMBER = 18

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_uuid() -> UUID:
    """A UUID of version 7 (RFC 9562, 5.7): sorts by the moment it was made."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    return UUID(int=value & ~(0x3 << 62) | 0x2 << 62)


def new_token() -> str:
    """An unguessable secret of 256 bits, safe in a cookie or an address."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is stored of a secret with enough entropy of its own: its SHA-256, as 64 hex digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def row_number(text: str) -> int | None:
    """The id of a row as an address has it; None where it is none that a database can hold."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_NUMBER:
        return None
    return int(text)


def sortable(number: int) -> str:
    """A non-negative number as text that sorts as the number does: base 36 behind its length.

    `sortable(35) == "1z"`, `sortable(36) == "210"`; compared byte by byte, "1z" < "210".
    """
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
        if number == 0:
            return _DIGITS[len(digits)] + digits
