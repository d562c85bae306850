"""Tests of pagination cursors. Cursors are untrusted input, so invalid ones must be rejected."""

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta, timezone

import pytest

from community.core.db import pagination
from community.core.errors import Invalid


def test_a_cursor_decodes_to_the_encoded_values() -> None:
    time = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    cursor = pagination.encode_cursor(time, 7, "x")
    assert pagination.decode_cursor(cursor, datetime, int, str) == (time.astimezone(UTC), 7, "x")


@pytest.mark.parametrize(
    "payload",
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
def test_an_invalid_cursor_is_rejected(payload: bytes) -> None:
    with pytest.raises(Invalid):
        pagination.decode_cursor(urlsafe_b64encode(payload).decode(), datetime, int)
    with pytest.raises(Invalid):
        pagination.decode_cursor("\u00e9", datetime, int)


@pytest.mark.parametrize("payload", [b"[NaN]", b"[1e400]", b"[-Infinity]"])
def test_a_cursor_with_a_non_finite_number_is_rejected(payload: bytes) -> None:
    with pytest.raises(Invalid):
        pagination.decode_cursor(urlsafe_b64encode(payload).decode(), float)


def test_a_cursor_with_a_lone_surrogate_is_rejected() -> None:
    with pytest.raises(Invalid):
        pagination.decode_cursor(urlsafe_b64encode(b'["\\ud800"]').decode(), str)
