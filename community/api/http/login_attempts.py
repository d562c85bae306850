"""Rate limits for requests that check a password, and the cookie of known devices."""

from typing import Annotated

from fastapi import Request
from starlette.responses import Response

from community import authentication
from community.api.http.authentication import Caller
from community.api.http.negotiation import get_header
from community.api.http.rate_limits import (
    count_guest_write,
    finish_counting,
    get_counted_hits,
    mark_as_rate_limit,
)
from community.domain import identity
from community.domain.identity import KnownDevice, LoginAttempt


async def _count_login(request: Request, actor: Caller) -> LoginAttempt:
    attempt = await identity.count_login_attempt(actor, find_device(request))
    await _add_to_counted_hits(request, attempt)
    return attempt


async def _count_password_confirmation(request: Request, actor: Caller) -> LoginAttempt:
    attempt = await identity.count_password_confirmation(actor)
    await _add_to_counted_hits(request, attempt)
    return attempt


CountedLogin = Annotated[LoginAttempt, mark_as_rate_limit(_count_login, "login")]
password_confirmation_limit = mark_as_rate_limit(_count_password_confirmation, "login")


def find_device(request: Request) -> KnownDevice | None:
    """Return the device from the device cookie, or None if the cookie is missing or invalid."""
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    return identity.read_device_token(authentication.find_device_token(cookie_header))


def set_device_cookie(response: Response, device: KnownDevice) -> None:
    token = identity.build_device_token(device)
    response.headers.append("Set-Cookie", authentication.build_device_cookie_header(token))


async def _add_to_counted_hits(request: Request, attempt: LoginAttempt) -> None:
    hits = get_counted_hits(request.scope)
    # The attempt adds further hits to its lists later.
    hits.reported, hits.unreported = attempt.reported, attempt.unreported
    await count_guest_write(request, attempt.actor)
    await finish_counting(request)
