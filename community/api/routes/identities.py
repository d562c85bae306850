"""HTTP routes for the services that users have connected to sign in with them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from community import urls
from community.api.http.authentication import SignedIn
from community.api.http.errors import error_responses
from community.api.http.forms import redirect_with_303
from community.api.http.identity_sign_in import delete_pending_cookie, find_pending_identity
from community.api.http.login_responses import Session
from community.api.http.rate_limits import rate_limit
from community.api.http.responses import has_form_body
from community.domain.identity import providers
from community.domain.identity.providers import Connection

router = APIRouter(tags=["Accounts"])

_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "For a native form: a redirect to the next page."}
}


@router.post(
    urls.CONNECT_IDENTITY,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("writes")],
    responses=_REDIRECT | error_responses("confirmation_required", "conflict"),
)
async def connect_identity(request: Request, actor: SignedIn, session: Session) -> Response:
    """Let the caller sign in with the service that they have just visited.

    The cookie that the callback has set identifies the account at the service. It works once. The
    caller must have confirmed their identity within the last minutes.
    """
    pending = find_pending_identity(request)
    await providers.connect(session, actor, pending=pending)
    response = (
        redirect_with_303(pending.next_path or urls.SIGN_IN_SETTINGS)
        if has_form_body(request.scope)
        else Response(status_code=204)
    )
    delete_pending_cookie(response)
    return response


@router.get("/settings/identities")
async def list_connections(actor: SignedIn, session: Session) -> list[Connection]:
    """List the services with which the caller signs in, and those that they can connect."""
    return await providers.list_connections(session, actor)


@router.delete(
    "/settings/identities/{provider}",
    status_code=204,
    dependencies=[rate_limit("writes")],
    responses=error_responses("confirmation_required", "last_sign_in_method"),
)
async def disconnect_identity(
    actor: SignedIn,
    session: Session,
    provider: Annotated[
        str, Path(max_length=20, description="The service, such as `github` or `openid`.")
    ],
) -> None:
    """Remove a service from the caller's account. The last way to sign in cannot be removed.

    The caller must have confirmed their identity within the last minutes.
    """
    await providers.disconnect(session, actor, provider=provider)
