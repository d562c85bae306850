"""Tests of the parts of files that clients request."""

from collections.abc import AsyncIterator

import pytest

from community.core.http.byte_ranges import ByteRange, RangeNotSatisfiable, parse_range


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-0", (0, 1)),
        ("bytes=2-5", (2, 6)),
        ("bytes=2-", (2, 10)),
        ("bytes=2-99", (2, 10)),
        ("bytes=-3", (7, 10)),
        ("bytes=-99", (0, 10)),
        (" bytes=0-9 ", (0, 10)),
    ],
)
def test_a_range_is_within_the_file(header: str, expected: tuple[int, int]) -> None:
    found = parse_range(header, 10)
    assert found is not None
    assert (found.start, found.stop) == expected


@pytest.mark.parametrize(
    "header",
    ["", "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "items=0-1", "bytes=a-b", f"bytes={'9' * 40}-"],
)
def test_other_headers_are_ignored(header: str) -> None:
    assert parse_range(header, 10) is None


@pytest.mark.parametrize("header", ["bytes=10-", "bytes=10-12", "bytes=-0"])
def test_a_range_without_a_byte_of_the_file_is_an_error(header: str) -> None:
    with pytest.raises(RangeNotSatisfiable):
        parse_range(header, 10)


async def generate_chunks() -> AsyncIterator[bytes]:
    for chunk in (b"012", b"345", b"", b"678", b"9"):
        yield chunk


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 10), (0, 1), (2, 4), (3, 6), (4, 5), (9, 10), (1, 9)]
)
async def test_the_range_of_a_file_is_taken_from_its_chunks(start: int, stop: int) -> None:
    byte_range = ByteRange(start, stop, 10)
    parts = [part async for part in byte_range.select(generate_chunks())]
    assert b"".join(parts) == b"0123456789"[start:stop]
