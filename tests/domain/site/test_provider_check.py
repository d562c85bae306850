"""Tests of the check whether a service for signing in answers, with a local stand-in."""

from collections.abc import Callable

import httpx
import pytest
from pydantic import SecretStr

from community.domain import site
from community.domain.site import Provider
from community.domain.site.definitions import ProviderSettings

CALLBACK = "https://site.example/auth/github/callback"
Answer = Callable[[httpx.Request], httpx.Response]


def configure(provider: Provider, url: str) -> ProviderSettings:
    address = {"issuer" if provider in {"google", "openid"} else "authorize_url": url}
    return ProviderSettings(
        is_enabled=True, client_id="abc", client_secret=SecretStr("x"), **address
    )


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    def use(handler: Answer) -> None:
        client = httpx.AsyncClient
        transport = httpx.MockTransport(handler)
        monkeypatch.setattr(httpx, "AsyncClient", lambda: client(transport=transport))

    return use


@pytest.mark.parametrize(
    ("provider", "status", "body", "is_ok"),
    [
        ("github", 200, "", True),
        ("github", 302, "", True),
        ("github", 404, "", False),
        ("github", 503, "", False),
        ("openid", 200, '{"authorization_endpoint": "https://id.example/authorize"}', True),
        ("openid", 200, "{}", False),
        ("openid", 200, "<html>", False),
        ("openid", 404, "", False),
        ("google", 200, '{"authorization_endpoint": "https://id.example/authorize"}', True),
    ],
)
async def test_the_check_reports_the_answer_of_the_service(
    answer: Callable[[Answer], None], provider: Provider, status: int, body: str, is_ok: bool
) -> None:
    requests: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(status, text=body)

    answer(respond)
    settings = configure(provider, "https://id.example/authorize")
    check = await site.check_provider(settings, callback_url=CALLBACK)
    assert check.is_ok is is_ok
    if provider == "github":
        assert requests[0].url.params["redirect_uri"] == CALLBACK
    else:
        assert requests[0].url.path.endswith("/.well-known/openid-configuration")


async def test_an_unreachable_service_fails_the_check(
    answer: Callable[[Answer], None],
) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    answer(fail)
    check = await site.check_provider(configure("x", "https://id.example"), callback_url=CALLBACK)
    assert (check.is_ok, check.message) == (False, "No answer from id.example.")


async def test_a_service_without_an_address_fails_the_check() -> None:
    check = await site.check_provider(configure("openid", ""), callback_url=CALLBACK)
    assert not check.is_ok
