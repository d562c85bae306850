"""HTTP routes of the quick sign-in: prompts of Google One Tap and VK ID, without a redirect."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from community import urls
from community.api.http import Caller, error_responses, login_responses, rate_limit
from community.api.http.identity_sign_in import SignInRequest, respond_to_profile
from community.api.http.login_responses import CountedLogin, LoginResponse
from community.api.http.responses import get_header
from community.core.db.sessions import read_session
from community.core.errors import PermissionDenied
from community.core.http import cookies
from community.core.logs import get_logger
from community.core.read_models import ReadModel
from community.domain import accounts
from community.domain.identity import providers
from community.gateways import identity

log = get_logger(__name__)

router = APIRouter(tags=["Accounts"])

_NEXT_PAGE: dict[int | str, dict[str, Any]] = {
    202: {"description": "`Location` is the page on which the sign-in continues."}
}
QuickProvider = Annotated[str, Path(max_length=20, description="`google` or `vk`.")]


class PromptRequest(BaseModel):
    """Where the person gets after signing in, and an invitation with which they register."""

    next: str = Field("", max_length=login_responses.MAX_NEXT_PATH_LENGTH)
    invitation: str = Field("", max_length=accounts.invitations.MAX_TOKEN_LENGTH)


class PromptOptions(ReadModel):
    """What the script of the service needs. The cookie of the response belongs to these values."""

    client_id: str
    redirect_uri: str
    nonce: str = Field(description="For Google.")
    state: str = Field(description="For VK.")
    code_challenge: str = Field(description="For VK (PKCE, S256).")


class PromptAnswer(BaseModel):
    """What the script of the service returns: Google an ID token, and VK a code."""

    credential: str = Field("", max_length=identity.MAX_ID_TOKEN_LENGTH)
    code: str = Field("", max_length=4_000)
    device_id: str = Field("", max_length=500)
    state: str = Field("", max_length=500)


@router.post(
    "/one-tap/{provider}/options",
    response_model=PromptOptions,
    dependencies=[rate_limit("writes")],
    responses=error_responses("not_found"),
)
async def begin_quick_sign_in(provider: QuickProvider, options: PromptRequest) -> Response:
    """Begin a quick sign-in. A cookie identifies the attempt when the prompt is answered."""
    async with read_session() as session:
        client = await providers.get_quick_client(session, provider)
    path = login_responses.sanitize_next_path(options.next) if options.next else ""
    attempt = providers.create_attempt(
        client.provider, next_path=path, invitation=options.invitation
    )
    content = PromptOptions(
        client_id=client.client_id,
        redirect_uri=client.redirect_uri,
        nonce=attempt.nonce,
        state=attempt.state,
        code_challenge=attempt.challenge.code_challenge,
    )
    response = JSONResponse(content.model_dump(), headers={"Cache-Control": "no-store"})
    cookie = cookies.build_attempt_header(
        providers.build_attempt_token(attempt),
        path=urls.quick_sign_in(client.provider),
        lifetime=providers.ATTEMPT_LIFETIME,
    )
    response.headers.append("Set-Cookie", cookie)
    return response


@router.post(
    "/one-tap/{provider}",
    response_model=LoginResponse,
    responses=_NEXT_PAGE | error_responses("not_found", "provider_failed", "account_deleted"),
)
async def complete_quick_sign_in(
    limits: CountedLogin,
    request: Request,
    actor: Caller,
    provider: QuickProvider,
    answer: PromptAnswer,
) -> Response:
    """Sign in with the answer of the prompt. It works once, in the browser that began.

    A known person is signed in. Otherwise `/auth/finish` shows what the person can do.
    """
    token = cookies.find_attempt_token(get_header(request.scope, b"cookie"))
    attempt = providers.read_attempt(token, provider)
    async with read_session() as session:
        client = await providers.get_quick_client(session, provider)
        await providers.ensure_unused(session, attempt)
    try:
        # The service may take seconds, so no database connection is held.
        profile = await _fetch_profile(client, attempt, answer)
    except identity.IdentityProviderError as error:
        log.warning("sign_in_provider_failed", provider=provider, reason=error.reason)
        text = providers.get_problem_text("provider_failed")
        raise PermissionDenied(text, code="provider_failed") from error
    current = SignInRequest(request, actor, limits, attempt, is_navigation=False)
    response = await respond_to_profile(current, profile)
    response.headers["Cache-Control"] = "no-store"
    return response


async def _fetch_profile(
    client: identity.Client, attempt: providers.ProviderAttempt, answer: PromptAnswer
) -> identity.ExternalProfile:
    from community.gateways.identity import sign_in  # noqa: PLC0415  # see the package

    if client.provider == "google":
        return await sign_in.verify_credential(client, answer.credential, nonce=attempt.nonce)
    if not attempt.has_state(answer.state):
        raise providers.make_expired_error()
    callback = identity.Callback(answer.code, device_id=answer.device_id)
    return await sign_in.fetch_profile(client, callback, attempt.challenge)
