"""Tests of reports that a mail was not delivered, in the formats of common mail servers."""

import pytest

from community.gateways.mail import parse_bounce
from tests.gateways.mail.bounce_messages import build_bounce

MESSAGE_ID = "<7.1795428901.00112233445566778899@example.com>"
REPORT = b"Content-Type: multipart/report; boundary=x\n\n"


@pytest.mark.parametrize(
    ("server", "status", "reason"),
    [
        ("postfix", "5.1.1", "550 5.1.1 <ann@example.org>: Recipient address rejected"),
        ("exim", "5.0.0", "550 No such user here"),
        ("gmail", "5.1.1", "550-5.1.1 The email account that you tried to reach does not exist"),
        ("exchange", "5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound"),
    ],
)
def test_a_mailbox_that_does_not_exist(server: str, status: str, reason: str) -> None:
    bounce = parse_bounce(build_bounce(server, MESSAGE_ID))
    assert bounce is not None
    assert (bounce.message_id, bounce.status) == (MESSAGE_ID, status)
    assert bounce.reason.startswith(reason)
    assert bounce.is_unknown_recipient


def test_a_full_mailbox_exists() -> None:
    bounce = parse_bounce(build_bounce("mailbox_full", MESSAGE_ID))
    assert bounce is not None
    assert bounce.reason == "552 5.2.2 <ann@example.org>: Mailbox is full"
    assert not bounce.is_unknown_recipient


@pytest.mark.parametrize("name", ["delayed", "out_of_office"])
def test_other_messages_report_no_failure(name: str) -> None:
    assert parse_bounce(build_bounce(name, MESSAGE_ID)) is None


def test_a_report_without_the_mail_names_it_in_its_own_headers() -> None:
    boundary = b"--000000000000a1b2c30627f0aa11"
    report = build_bounce("gmail", MESSAGE_ID)
    head, separator, _original = report.rpartition(boundary + b"\nContent-Type: message/rfc822")
    assert separator
    bounce = parse_bounce(head + boundary + b"--\n")
    assert bounce is not None
    assert bounce.message_id == MESSAGE_ID


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        REPORT + b"no parts",
        REPORT + b"--x\nContent-Type: message/delivery-status\n\n",
        (REPORT + b"--x\n") * 2_000,
    ],
    ids=["empty", "binary", "no parts", "no recipients", "nested"],
)
def test_malformed_messages_are_ignored(content: bytes) -> None:
    assert parse_bounce(content) is None
