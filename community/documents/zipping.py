"""Gzipped answers put together from pieces that were compressed once.

Deflate blocks that end with a full flush refer to nothing before them (RFC 1951, zlib's
Z_FULL_FLUSH), so they can be joined into one stream; only the checksum of the whole is computed
anew (RFC 1952).
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field

_LEVEL = 6
_RAW = -zlib.MAX_WBITS
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_END = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW).flush(zlib.Z_FINISH)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes with their compressed twin."""

    plain: bytes
    deflated: bytes = field(repr=False)

    @classmethod
    def of(cls, plain: bytes) -> "Piece":
        """Compress once what will be sent often."""
        compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
        return cls(plain, compressor.compress(plain) + compressor.flush(zlib.Z_FULL_FLUSH))


EMPTY = Piece.of(b"")


def plain(pieces: Iterable[Piece]) -> bytes:
    """The pieces as they are."""
    return b"".join(piece.plain for piece in pieces)


def measure(pieces: Iterable[Piece]) -> tuple[int, int]:
    """The CRC-32 and the length of the pieces together."""
    checksum = length = 0
    for piece in pieces:
        checksum = zlib.crc32(piece.plain, checksum)
        length += len(piece.plain)
    return checksum, length


def entity_tag(pieces: Iterable[Piece]) -> str:
    """A weak tag of the pieces together: their checksum and their length."""
    checksum, length = measure(pieces)
    return f'W/"{checksum:x}-{length:x}"'


def gzipped(pieces: Iterable[Piece]) -> bytes:
    """The pieces as one gzip stream."""
    pieces = tuple(pieces)
    checksum, length = measure(pieces)
    tail = struct.pack("<LL", checksum, length & 0xFFFFFFFF)
    return b"".join((_HEADER, *(piece.deflated for piece in pieces), _END, tail))
