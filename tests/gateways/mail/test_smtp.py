"""Tests of sending with a real SMTP server."""

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from community.gateways.mail import MailError, OutgoingMail, check_connection, send, smtp
from tests.gateways.mail.mail_server import (
    PASSWORD,
    check_password,
    create_tls_context,
    run_mail_server,
)

MAIL = OutgoingMail(
    sender="site@example.org",
    sender_name="Сайт",
    return_path="bounces@example.org",
    recipient="ann@example.org",
    subject="Привет",
    text="Plain\n",
    html="<p>Rich</p>",
    message_id="7.1",
)


async def test_a_mail_arrives_with_both_parts() -> None:
    async with run_mail_server() as server:
        await send(server.connection(), MAIL)
    (received,) = server.received
    assert (received["From"], received["To"]) == ("Сайт <site@example.org>", "ann@example.org")
    assert (received["Subject"], received["Message-ID"]) == ("Привет", "<7.1@example.org>")
    assert received.get_body(("plain",)).get_content().strip() == "Plain"  # type: ignore[union-attr]
    assert received.get_body(("html",)).get_content().strip() == "<p>Rich</p>"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answer", "is_permanent"), [("550 No such user", True), ("451 Try again", False)]
)
async def test_a_rejection_has_the_answer_as_reason(answer: str, is_permanent: bool) -> None:
    async with run_mail_server() as server:
        server.answers.append(answer)
        with pytest.raises(MailError) as raised:
            await send(server.connection(), MAIL)
    assert (answer in raised.value.reason, raised.value.is_permanent) == (True, is_permanent)


async def test_a_slow_server_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "SEND_TIMEOUT_SECONDS", 0.2)
    async with run_mail_server() as server:
        server.delay_seconds = 5
        with pytest.raises(MailError, match="did not respond in time"):
            await send(server.connection(), MAIL)


async def test_a_stopped_server_cannot_be_reached() -> None:
    async with run_mail_server() as server:
        pass
    with pytest.raises(MailError, match=r"127\.0\.0\.1:\d+ cannot be reached"):
        await send(server.connection(), MAIL)


async def test_a_wrong_password_is_reported_without_the_password() -> None:
    async with run_mail_server(authenticator=check_password, auth_require_tls=False) as server:
        connection = server.connection(username="site", password=SecretStr("wrong"))
        with pytest.raises(MailError) as raised:
            await check_connection(connection)
        await check_connection(replace(connection, password=SecretStr(PASSWORD)))
    assert "rejected the username or password: 535" in raised.value.reason
    assert "wrong" not in raised.value.reason


@pytest.mark.parametrize("encryption", ["tls", "starttls"])
async def test_an_untrusted_certificate_is_rejected(
    encryption: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = create_tls_context(tmp_path)
    options = {"tls": context} if encryption == "tls" else {"tls_context": context}
    async with run_mail_server(**options) as server:
        connection = server.connection(encryption=encryption)
        with pytest.raises(MailError, match="No secure connection"):
            await send(connection, MAIL)
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
        await send(connection, MAIL)
    assert len(server.received) == 1


async def test_a_server_without_starttls_gets_no_mail() -> None:
    async with run_mail_server() as server:
        with pytest.raises(MailError):
            await send(server.connection(encryption="starttls"), MAIL)
    assert server.received == []


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\0", "\u2028"])
@pytest.mark.parametrize(
    "field",
    [
        "subject",
        "recipient",
        "sender_name",
        "sender",
        "return_path",
        "message_id",
        "unsubscribe_url",
    ],
)
async def test_a_header_with_a_line_break_is_refused(field: str, line_break: str) -> None:
    injected = replace(MAIL, **{field: f"a{line_break}Bcc: eve@example.org"})
    async with run_mail_server() as server:
        with pytest.raises(MailError) as raised:
            await send(server.connection(), injected)
    assert (raised.value.is_permanent, server.received) == (True, [])


async def test_bounces_go_to_the_return_path() -> None:
    async with run_mail_server() as server:
        await send(server.connection(), MAIL)
    assert server.return_paths == ["bounces@example.org"]
    assert server.received[0]["Auto-Submitted"] == "auto-generated"
    assert "List-Unsubscribe" not in server.received[0]


async def test_a_mail_with_an_unsubscribe_address_supports_one_click() -> None:
    url = f"https://example.org/email/unsubscribe?token={'a' * 300}"
    async with run_mail_server() as server:
        await send(server.connection(), replace(MAIL, unsubscribe_url=url))
    (received,) = server.received
    assert received["List-Unsubscribe"].replace("\r\n ", "") == f"<{url}>"
    assert received["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
