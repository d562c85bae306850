"""HTTP routes for the sign-in with other services. The browser opens the first two itself."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from community import urls
from community.api.http import Caller, SignedIn, error_responses, forms, login_responses, rate_limit
from community.api.http.identity_sign_in import (
    SignInRequest,
    delete_pending_cookie,
    find_pending_identity,
    respond_to_profile,
)
from community.api.http.login_responses import CountedLogin, LoginResponse, Session
from community.api.http.responses import get_header, has_form_body
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, PermissionDenied, TooManyRequests
from community.core.http import cookies
from community.core.logs import get_logger
from community.domain.accounts import invitations, provider_registration
from community.domain.identity import providers
from community.domain.identity.providers import Connection, ProviderAttempt
from community.gateways.identity import Callback, IdentityProviderError
from community.i18n import gettext as _

log = get_logger(__name__)

router = APIRouter(tags=["Accounts"], route_class=login_responses.HtmlFormRoute)

ProviderName = Annotated[
    str, Path(max_length=20, description="The service, such as `github` or `openid`.")
]
_Text = Annotated[str, Field(max_length=1_000)]
_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "A redirect to the next page, or to a page that shows the error."}
}

identities_router = APIRouter(tags=["Accounts"])

_IDENTITIES_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "For a native form: a redirect to the next page."}
}


class CallbackParams(BaseModel):
    """The parameters that services add to the URL of the callback. Others are ignored."""

    code: str = Field("", max_length=4_000)
    state: str = Field("", max_length=500)
    error: str = Field("", max_length=500)
    device_id: str = Field("", max_length=500, description="Only VK.")
    iss: str = Field("", max_length=500, description="The issuer (RFC 9207).")


class FinishedRegistration(BaseModel):
    """What a person enters who signs in with a service for the first time."""

    name: _Text = ""
    slug: Annotated[_Text, Field(description="The username. Derived from `name` by default.")] = ""
    email: _Text = ""


@router.get(
    "/auth/{provider}/redirect",
    status_code=303,
    response_class=RedirectResponse,
    dependencies=[rate_limit("writes")],
)
async def begin_sign_in(
    provider: ProviderName,
    session: Session,
    next_path: Annotated[
        str, Query(alias="next", max_length=login_responses.MAX_NEXT_PATH_LENGTH)
    ] = "",
    invitation: Annotated[str, Query(max_length=invitations.MAX_TOKEN_LENGTH)] = "",
) -> Response:
    """Redirect to the service. A cookie identifies the attempt when the service redirects back.

    A user who is signed in connects the service to their account.
    """
    from community.gateways.identity import sign_in  # noqa: PLC0415  # see the package

    client = await providers.get_client(session, provider)
    path = login_responses.sanitize_next_path(next_path) if next_path else ""
    attempt = providers.create_attempt(client.provider, next_path=path, invitation=invitation)
    try:
        response = forms.redirect_with_303(await sign_in.begin(client, attempt.challenge))
    except IdentityProviderError as error:
        return _redirect_to_error(_log_failure(provider, error), path)
    response.headers["Cache-Control"] = "no-store"
    _set_attempt_cookie(response, attempt)
    return response


@router.get(
    "/auth/{provider}/callback",
    status_code=303,
    response_class=RedirectResponse,
    responses=_REDIRECT,
)
async def complete_sign_in(
    limits: CountedLogin,
    request: Request,
    actor: Caller,
    provider: ProviderName,
    params: Annotated[CallbackParams, Query()],
) -> Response:
    """Complete the sign-in after the service has redirected the browser back.

    A known person is signed in. Otherwise `/auth/finish` shows what the person can do. An error is
    shown on the page on which the sign-in began.
    """
    next_path = ""
    try:
        attempt = _find_attempt(request, provider, params.state)
        next_path = attempt.next_path
        current = SignInRequest(request, actor, limits, attempt, is_navigation=True)
        response = await _exchange_code(current, params)
    except TooManyRequests:
        raise
    except (DomainError, IdentityProviderError) as error:
        code = (
            _log_failure(provider, error)
            if isinstance(error, IdentityProviderError)
            else error.code
        )
        response = _redirect_to_error(code, next_path, actor)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post(
    urls.FINISH_SIGN_IN,
    status_code=201,
    response_model=LoginResponse,
    dependencies=[rate_limit("register")],
    responses=_REDIRECT
    | {202: {"description": "The email must be confirmed. `Location` tells what happens next."}}
    | error_responses(
        "conflict", "registration_closed", "invitation_required", "invitation_invalid"
    ),
    openapi_extra=forms.build_json_or_form_schema(FinishedRegistration),
)
async def finish_registration(
    request: Request,
    actor: Caller,
    form: Annotated[
        FinishedRegistration, Depends(forms.build_json_or_form_parser(FinishedRegistration))
    ],
) -> Response:
    """Create an account for a person who signed in with a service, and log in to it.

    The cookie that the callback has set identifies the person. It works once.
    """
    pending = find_pending_identity(request)
    data = provider_registration.validate_registration(
        pending, name=form.name, email=form.email, slug=form.slug
    )
    async with unit_of_work() as session:
        user = await provider_registration.register(session, pending, data)
        if user is None:
            response = login_responses.respond_with_next_page(request, urls.VERIFICATION_SENT)
        else:
            response = await login_responses.respond_with_new_account(
                session,
                request,
                actor,
                user,
                next_path=pending.next_path,
                method=pending.provider,
            )
    delete_pending_cookie(response)
    return response


def _find_attempt(request: Request, provider: str, state: str) -> ProviderAttempt:
    token = cookies.find_attempt_token(get_header(request.scope, b"cookie"))
    attempt = providers.read_attempt(token, provider)
    if not attempt.has_state(state):
        raise providers.make_expired_error()
    return attempt


async def _exchange_code(current: SignInRequest, params: CallbackParams) -> Response:
    from community.gateways.identity import sign_in  # noqa: PLC0415  # see the package

    attempt = current.attempt
    if params.error or not params.code:
        is_refused = params.error in {"access_denied", "user_cancelled_authorize"}
        raise PermissionDenied(
            _("You cancelled the sign-in."),
            code="access_denied" if is_refused else "provider_failed",
        )
    async with read_session() as session:
        await providers.ensure_unused(session, attempt)
        client = await providers.get_client(session, attempt.provider)
    callback = Callback(params.code, device_id=params.device_id, issuer=params.iss)
    # The service may take seconds, so no database connection is held.
    profile = await sign_in.fetch_profile(client, callback, attempt.challenge)
    return await respond_to_profile(current, profile)


def _set_attempt_cookie(response: Response, attempt: ProviderAttempt) -> None:
    header = cookies.build_attempt_header(
        providers.build_attempt_token(attempt),
        path=f"/auth/{attempt.provider}",
        lifetime=providers.ATTEMPT_LIFETIME,
    )
    response.headers.append("Set-Cookie", header)


def _log_failure(provider: str, error: IdentityProviderError) -> str:
    log.warning("sign_in_provider_failed", provider=provider, reason=error.reason)
    return "provider_failed"


def _redirect_to_error(code: str, next_path: str, actor: Actor | None = None) -> Response:
    if actor is not None and not actor.is_guest:
        return forms.redirect_with_303(urls.sign_in_settings_problem(code))
    return forms.redirect_with_303(
        urls.sign_in_problem(code, login_responses.sanitize_next_path(next_path))
    )


@identities_router.post(
    urls.CONNECT_IDENTITY,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("writes")],
    responses=_IDENTITIES_REDIRECT | error_responses("confirmation_required", "conflict"),
)
async def connect_identity(request: Request, actor: SignedIn, session: Session) -> Response:
    """Let the caller sign in with the service that they have just visited.

    The cookie that the callback has set identifies the account at the service. It works once. The
    caller must have confirmed their identity within the last minutes.
    """
    pending = find_pending_identity(request)
    await providers.connect(session, actor, pending=pending)
    response = (
        forms.redirect_with_303(pending.next_path or urls.SIGN_IN_SETTINGS)
        if has_form_body(request.scope)
        else Response(status_code=204)
    )
    delete_pending_cookie(response)
    return response


@identities_router.get("/settings/identities")
async def list_connections(actor: SignedIn, session: Session) -> list[Connection]:
    """List the services with which the caller signs in, and those that they can connect."""
    return await providers.list_connections(session, actor)


@identities_router.delete(
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
