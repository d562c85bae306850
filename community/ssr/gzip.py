"""Creates gzip responses by joining chunks that were compressed separately.

Each chunk ends with a full flush (`Z_FULL_FLUSH` of zlib). Therefore no chunk refers to data in
other chunks, and the server can join them in any order (RFC 1951). For each response the server
computes only the checksum (RFC 1952).
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
class Chunk:
    """A part of a response body, stored both uncompressed and compressed."""

    plain: bytes
    deflated: bytes = field(repr=False)

    @classmethod
    def compress(cls, plain: bytes) -> "Chunk":
        compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
        return cls(plain, compressor.compress(plain) + compressor.flush(zlib.Z_FULL_FLUSH))


EMPTY_CHUNK = Chunk.compress(b"")


def join_uncompressed(chunks: Iterable[Chunk]) -> bytes:
    return b"".join(chunk.plain for chunk in chunks)


def compute_checksum_and_length(chunks: Iterable[Chunk]) -> tuple[int, int]:
    """Return the CRC-32 checksum and the length in bytes of the joined uncompressed chunks."""
    checksum = length = 0
    for chunk in chunks:
        checksum = zlib.crc32(chunk.plain, checksum)
        length += len(chunk.plain)
    return checksum, length


def compute_entity_tag(chunks: Iterable[Chunk]) -> str:
    """Return a weak ETag that contains the checksum and the length of the joined chunks."""
    checksum, length = compute_checksum_and_length(chunks)
    return f'W/"{checksum:x}-{length:x}"'


def join_gzip(chunks: Iterable[Chunk]) -> bytes:
    """Return a complete gzip file that contains all chunks."""
    chunks = tuple(chunks)
    checksum, length = compute_checksum_and_length(chunks)
    tail = struct.pack("<LL", checksum, length & 0xFFFFFFFF)
    return b"".join((_HEADER, *(chunk.deflated for chunk in chunks), _END, tail))
