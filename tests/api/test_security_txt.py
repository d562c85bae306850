"""Tests of `/.well-known/security.txt` (RFC 9116)."""

from datetime import UTC, datetime, timedelta

import pytest
from httpx import AsyncClient
from pydantic import ValidationError

from community.core.settings import Settings, settings

PATH = "/.well-known/security.txt"


async def test_without_a_contact_there_is_no_file(client: AsyncClient) -> None:
    assert (await client.get(PATH)).status_code == 404


@pytest.mark.parametrize("contact", ["mailto:security@example.org", "https://example.org/report"])
async def test_the_file_contains_the_contact_and_expires_within_a_year(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch, contact: str
) -> None:
    monkeypatch.setattr(settings(), "security_contact", contact)
    response = await client.get(PATH)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.text.splitlines())
    expires_at = datetime.fromisoformat(fields.pop("Expires"))
    assert timedelta(days=90) < expires_at - datetime.now(UTC) < timedelta(days=365)
    assert fields == {
        "Contact": contact,
        "Canonical": f"http://localhost:3000{PATH}",
        "Preferred-Languages": "en",
    }


async def test_the_language_of_the_site_is_also_preferred(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "security_contact", "mailto:security@example.org")
    monkeypatch.setattr(settings(), "site_language", "ru")
    assert "Preferred-Languages: en, ru\n" in (await client.get(PATH)).text


@pytest.mark.parametrize(
    "contact",
    [
        "security@example.org",
        "http://example.org",
        "mailto:security",
        "mailto:a@b\nExpires: 2099-01-01T00:00:00Z",
        "https://example.org/\nPolicy: https://example.com",
        "https://example.org/a b",
    ],
)
def test_an_invalid_contact_aborts_startup(contact: str) -> None:
    with pytest.raises(ValidationError, match="SECURITY_CONTACT must be"):
        Settings(security_contact=contact)
