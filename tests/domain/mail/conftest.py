"""The mail server that the tests of the mail queue share."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.gateways.mail.mail_server import MailServer, run_mail_server


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MailServer]:
    async with run_mail_server() as running:

        async def find_server(_: Any) -> Any:
            return running.connection()

        monkeypatch.setattr("community.domain.mail.configuration.find_smtp_server", find_server)
        yield running
