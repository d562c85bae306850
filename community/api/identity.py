"""Who is asking: the actor of a request, from its cookie or its personal access token."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response
from starlette.types import Scope

from community import recognition
from community.api.negotiation import header
from community.api.routing import SAFE
from community.core.actor import Actor
from community.core.addresses import client_address
from community.core.errors import NotAllowed, unauthenticated
from community.core.settings import settings


async def recognise(scope: Scope) -> Actor:
    """The person behind a request, or a guest; asked once for each request.

    Raises:
        NotAllowed: `unauthenticated`, for a personal access token that is not valid.
    """
    state = scope.setdefault("state", {})
    if "actor" not in state:
        state["actor"] = await _look_up(scope)
    actor: Actor = state["actor"]
    return actor


async def caller(request: Request) -> Actor:
    """
    Raises:
        NotAllowed: a token that is not valid, or without the scope that this method needs.
    """
    actor = await recognise(request.scope)
    needed = "read" if request.method in SAFE else "write"
    if needed not in actor.scopes:
        raise NotAllowed(f"This token may not {needed}.", details={"scope": needed})
    return actor


async def signed_in(actor: Annotated[Actor, Depends(caller)]) -> Actor:
    """
    Raises:
        NotAllowed: `unauthenticated`, for a guest.
    """
    if actor.is_guest:
        raise unauthenticated()
    return actor


# Whoever asks, a guest too.
Caller = Annotated[Actor, Depends(caller)]
# Somebody with an account.
SignedIn = Annotated[Actor, Depends(signed_in)]


def address_of(scope: Scope) -> str:
    """Where a request comes from, behind the proxies that the operator trusts."""
    peer = scope.get("client")
    forwarded = header(scope, b"x-forwarded-for")
    return client_address(peer[0] if peer else "", forwarded, settings().trusted_proxies)


def bearer(scope: Scope) -> str | None:
    """The personal access token of a request, if it has one."""
    scheme, _, secret = header(scope, b"authorization").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def cookie(scope: Scope) -> str | None:
    """The session token of a request, if it has one."""
    return recognition.session_cookie(header(scope, b"cookie").replace(", ", "; "))


def set_session_cookie(response: Response, token: str) -> None:
    """Sign the browser in: only our own pages send it, no script reads it."""
    response.headers.append("Set-Cookie", recognition.session_cookie_header(token))


def drop_session_cookie(response: Response) -> None:
    """Sign the browser out."""
    response.delete_cookie(
        recognition.cookie_name(),
        path="/",
        secure=settings().is_https,
        httponly=True,
        samesite="lax",
    )


async def _look_up(scope: Scope) -> Actor:
    address = address_of(scope)
    secret = bearer(scope)
    if secret is None:
        return await recognition.by_cookie(cookie(scope), address)
    actor = await recognition.by_bearer(secret, address)
    if actor is None:
        raise unauthenticated("This token is not valid. It may have ended or been revoked.")
    return actor
