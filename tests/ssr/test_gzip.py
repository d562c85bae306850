"""Tests of the gzip responses that consist of separately compressed chunks."""

import gzip
from itertools import permutations

from community.ssr.http.gzip import Chunk, compute_entity_tag, join_gzip

CHUNKS = [Chunk.compress(text * 50) for text in (b"head", b"main", b"", b"side")]


def test_chunks_can_be_joined_in_any_order_and_again() -> None:
    for chunks in [*permutations(CHUNKS), *permutations(CHUNKS)]:
        # `decompress` checks the checksum and the length.
        assert gzip.decompress(join_gzip(chunks)) == b"".join(chunk.plain for chunk in chunks)


def test_the_entity_tag_depends_on_the_content_and_the_order() -> None:
    same = [Chunk.compress(chunk.plain, level=1) for chunk in CHUNKS]
    assert compute_entity_tag(same) == compute_entity_tag(CHUNKS)
    not_empty = [chunk for chunk in CHUNKS if chunk.plain]
    assert len({compute_entity_tag(chunks) for chunks in permutations(not_empty)}) == 6
