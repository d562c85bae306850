"""A real SMTP server for tests, with a configurable behaviour."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from community.gateways.mail import SmtpServer

PASSWORD = "correct horse"


@dataclass
class MailServer:
    """The behaviour of the server, and the mails that it has accepted."""

    port: int = 0
    # The answers to the next mails, for example "550 No such user". Without an answer, the server
    # accepts the mail.
    answers: list[str] = field(default_factory=list)
    # The answers to the next recipients, before the server gets the mail
    recipient_answers: list[str] = field(default_factory=list)
    delay_seconds: float = 0.0  # how long the server waits before it answers to a mail
    received: list[EmailMessage] = field(default_factory=list)
    return_paths: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802
        self,
        _server: SMTP,
        _session: Any,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if self.recipient_answers:
            return self.recipient_answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(self.delay_seconds)
        if self.answers:
            return self.answers.pop(0)
        content = cast("bytes", envelope.content)
        self.return_paths.append(envelope.mail_from or "")
        self.received.append(message_from_bytes(content, policy=default))
        return "250 OK"

    def connection(self, **changes: Any) -> SmtpServer:
        values = {"host": "127.0.0.1", "port": self.port, "encryption": "none", **changes}
        return SmtpServer(**values)


@asynccontextmanager
async def run_mail_server(**options: Any) -> AsyncIterator[MailServer]:
    """Run a server, on a free port unless the option `port` is set.

    The other options are arguments of `aiosmtpd.smtp.SMTP`.
    """
    server = MailServer()
    loop = asyncio.get_running_loop()
    tls, port = options.pop("tls", None), options.pop("port", 0)
    listener = await loop.create_server(
        lambda: SMTP(server, loop=loop, **options), "127.0.0.1", port, ssl=tls
    )
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


def check_password(
    _server: SMTP, _session: Any, _envelope: Envelope, _mechanism: str, data: LoginPassword
) -> AuthResult:
    is_correct = data.password == PASSWORD.encode()
    return AuthResult(success=is_correct, handled=False)


def create_tls_context(directory: Path) -> ssl.SSLContext:
    """Return a context with a certificate that no authority has signed.

    The certificate is also written to `certificate.pem`, which clients can trust.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail")])
    host = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(host, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, key_file = directory / "certificate.pem", directory / "key.pem"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, key_file)
    return context
