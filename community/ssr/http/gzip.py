"""Creates gzip responses by joining chunks that were compressed separately.

Each chunk ends with a full flush (`Z_FULL_FLUSH` of zlib). Therefore no chunk refers to data in
other chunks, and the server can join them in any order (RFC 1951). The server computes the checksum
of a response (RFC 1952) only if it has not joined the same chunks before.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cachetools import LRUCache

DEFAULT_LEVEL = 6
# Takes half the time of level 6. The result is a fifth larger.
FAST_LEVEL = 3
_RAW = -zlib.MAX_WBITS
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_END = zlib.compressobj(DEFAULT_LEVEL, zlib.DEFLATED, _RAW).flush(zlib.Z_FINISH)


# The checksum and the length of joined chunks, by the checksums and lengths of these chunks, which
# determine them. Reading the chunks takes longer than everything else that a cached page needs.
_totals: LRUCache[tuple[tuple[int, int], ...], tuple[int, int]] = LRUCache(4_096)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a response body, stored both uncompressed and compressed.

    `digest` consists of the CRC-32 checksum and the length in bytes of the uncompressed part.
    """

    plain: bytes
    deflated: bytes = field(repr=False)
    digest: tuple[int, int]

    @classmethod
    def compress(cls, plain: bytes, level: int = DEFAULT_LEVEL) -> "Chunk":
        compressor = zlib.compressobj(level, zlib.DEFLATED, _RAW)
        deflated = compressor.compress(plain) + compressor.flush(zlib.Z_FULL_FLUSH)
        return cls(plain, deflated, (zlib.crc32(plain), len(plain)))

    @classmethod
    def join(cls, chunks: "Iterable[Chunk]") -> "Chunk":
        """Return one chunk with the content of several, so that responses join fewer of them."""
        parts = tuple(chunks)
        plain = join_uncompressed(parts)
        deflated = b"".join(part.deflated for part in parts)
        return cls(plain, deflated, (zlib.crc32(plain), len(plain)))


EMPTY_CHUNK = Chunk.compress(b"")


def join_uncompressed(chunks: Iterable[Chunk]) -> bytes:
    return b"".join(chunk.plain for chunk in chunks)


def compute_checksum_and_length(chunks: Sequence[Chunk]) -> tuple[int, int]:
    """Return the CRC-32 checksum and the length in bytes of the joined uncompressed chunks."""
    key = tuple([chunk.digest for chunk in chunks])
    total = _totals.get(key)
    if total is None:
        checksum = length = 0
        for chunk in chunks:
            checksum = zlib.crc32(chunk.plain, checksum)
            length += len(chunk.plain)
        total = _totals[key] = checksum, length
    return total


def compute_entity_tag(chunks: Sequence[Chunk]) -> str:
    """Return a weak ETag that contains the checksum and the length of the joined chunks."""
    checksum, length = compute_checksum_and_length(chunks)
    return f'W/"{checksum:x}-{length:x}"'


def join_gzip(chunks: Sequence[Chunk]) -> bytes:
    """Return a gzip file of the chunks, which are not compressed again."""
    checksum, length = compute_checksum_and_length(chunks)
    tail = struct.pack("<LL", checksum, length & 0xFFFFFFFF)
    return b"".join([_HEADER, *[chunk.deflated for chunk in chunks], _END, tail])
