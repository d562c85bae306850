"""The callers of routes, found by session cookie or access token, and what they must be allowed."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from community import authentication
from community.api.http.request_context import HttpMiddleware
from community.api.http.responses import get_header
from community.api.http.routing import SAFE_METHODS
from community.core.actor import Actor, make_read_only_error
from community.core.db.sessions import forbid_writes_of
from community.core.errors import PermissionDenied, make_unauthenticated_error
from community.core.http.client_ip import get_client_ip
from community.core.settings import settings
from community.domain.follows.queries import Relationship
from community.domain.reactions.schemas import ReactionSummary
from community.i18n import gettext as _

# These objects contain only what the request has written, and public counts.
_WRITTEN_OBJECTS = (Relationship, ReactionSummary)


async def authenticate(scope: Scope) -> Actor:
    """Return the `Actor` that sends the request, and keep it for the rest of the request.

    Raise `PermissionDenied` (`unauthenticated`) if the access token is invalid.
    """
    state = scope.setdefault("state", {})
    if "actor" not in state:
        state["actor"] = await _authenticate(scope)
    actor: Actor = state["actor"]
    return actor


async def get_caller(request: Request) -> Actor:
    """Return the actor that sends the request.

    Raises:
        PermissionDenied: The token is invalid, or lacks the scope (`read` or `write`) that the
            HTTP method requires. Or the actor may only read (`read_only_view`).
    """
    actor = await authenticate(request.scope)
    if actor.is_read_only and request.method not in SAFE_METHODS:
        raise make_read_only_error()
    forbid_writes_of(actor)
    scope = "read" if request.method in SAFE_METHODS else "write"
    if scope not in actor.scopes:
        message = (
            _("This token can't read data.")
            if scope == "read"
            else _("This token can't change data.")
        )
        raise PermissionDenied(message, details={"scope": scope})
    return actor


async def get_any_caller(request: Request) -> Actor:
    """Return the actor that sends the request, also in a view that otherwise may only read."""
    return await authenticate(request.scope)


async def get_signed_in_caller(actor: Annotated[Actor, Depends(get_caller)]) -> Actor:
    if actor.is_guest:
        raise make_unauthenticated_error()
    return actor


# A signed-in user or a guest.
Caller = Annotated[Actor, Depends(get_caller)]
SignedIn = Annotated[Actor, Depends(get_signed_in_caller)]


def require_section(code: str) -> Any:
    """Return a FastAPI dependency for routes of a section of the Admin Panel.

    The response is 404 if the caller is not an administrator, and 403 if the caller is an
    administrator without access to the section.
    """

    async def ensure_section(actor: Annotated[Actor, Depends(get_caller)]) -> Actor:
        actor.ensure_section(code)
        return actor

    ensure_section.admin_section = code  # type: ignore[attr-defined]
    return Depends(ensure_section)


def has_subscription_feature(code: str, ensure_may_use: Callable[[Actor], None]) -> Any:
    """Return a FastAPI dependency for routes that need a feature of subscription plans.

    The response is 401 for guests, and 403 (`subscription_feature_required`) for users whose plan
    does not include the feature. The OpenAPI document names it `has.subscription.feature`.

    Args:
        ensure_may_use: The policy of the subject, which calls `Actor.ensure_feature`.
    """

    async def ensure_feature(actor: Annotated[Actor, Depends(get_signed_in_caller)]) -> Actor:
        ensure_may_use(actor)
        return actor

    ensure_feature.subscription_feature = code  # type: ignore[attr-defined]
    return Depends(ensure_feature)


def get_bearer_token(scope: Scope) -> str | None:
    scheme, _, secret = get_header(scope, b"authorization").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def get_session_token(scope: Scope) -> str | None:
    return authentication.find_session_token(get_header(scope, b"cookie").replace(", ", "; "))


def set_session_cookie(response: Response, token: str) -> None:
    response.headers.append("Set-Cookie", authentication.build_session_cookie_header(token))


def delete_session_cookie(response: Response) -> None:
    response.delete_cookie(
        authentication.get_session_cookie_name(),
        path="/",
        secure=settings().is_https,
        httponly=True,
        samesite="lax",
    )


async def _authenticate(scope: Scope) -> Actor:
    ip_address = get_client_ip(scope)
    token = get_bearer_token(scope)
    if token is None:
        return await authentication.authenticate_session(get_session_token(scope), ip_address)
    actor = await authentication.authenticate_bearer(token, ip_address)
    if actor is None:
        raise make_unauthenticated_error(_("This token is invalid, expired or revoked."))
    return actor


class WriteOnlyTokenMiddleware(HttpMiddleware):
    """Sends 204 without the object if a token without the scope `read` changes an object.

    A response with the status 201 contains what the request has created, and stays unchanged.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_hidden = False

        async def send_without_object(message: Message) -> None:
            nonlocal is_hidden
            if message["type"] == "http.response.start":
                is_hidden = message["status"] == 200 and _may_not_read(scope)
                if is_hidden:
                    message = {**message, "status": 204, "headers": _drop_content(message)}
            elif is_hidden:
                message = {**message, "body": b""}
            await send(message)

        await self.app(scope, receive, send_without_object)


def _may_not_read(scope: Scope) -> bool:
    actor = scope.get("state", {}).get("actor")
    if actor is None or "read" in actor.scopes or scope["method"] in SAFE_METHODS:
        return False
    # A replayed response has no route.
    model: Any = getattr(scope.get("route"), "response_model", None)
    return model not in _WRITTEN_OBJECTS


def _drop_content(response_start: Message) -> list[tuple[bytes, bytes]]:
    return [
        (name, value)
        for name, value in response_start["headers"]
        if name.lower() not in {b"content-type", b"content-length"}
    ]
