"""Cursors come back from strangers."""

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta, timezone

import pytest

from community.core import pagination
from community.core.errors import Invalid


def test_a_cursor_gives_back_what_it_was_made_of() -> None:
    moment = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    cursor = pagination.encode(moment, 7, "x")
    assert pagination.decode(cursor, datetime, int, str) == (moment.astimezone(UTC), 7, "x")


@pytest.mark.parametrize(
    "inside",
    [
        b"[" * 2_000,
        b"[" * 700,
        b'["0001-01-01T00:00:00+23:59",1]',
        b'["9999-12-31T23:59:59-23:59",1]',
        b'["2024-05-01T12:00:00",1]',
        b"[" + b"9" * 5_000 + b",1]",
        b'["\\ud800",1]',
        b"7",
        b"\xff",
    ],
)
def test_what_is_no_cursor_is_refused_with_a_sentence(inside: bytes) -> None:
    with pytest.raises(Invalid):
        pagination.decode(urlsafe_b64encode(inside).decode(), datetime, int)
    with pytest.raises(Invalid):
        pagination.decode("\u00e9", datetime, int)


@pytest.mark.parametrize("inside", [b"[NaN]", b"[1e400]", b"[-Infinity]"])
def test_what_is_no_number_is_no_sort_key(inside: bytes) -> None:
    with pytest.raises(Invalid):
        pagination.decode(urlsafe_b64encode(inside).decode(), float)


def test_half_a_character_is_no_part_of_a_sort_key() -> None:
    with pytest.raises(Invalid):
        pagination.decode(urlsafe_b64encode(b'["\\ud800"]').decode(), str)
