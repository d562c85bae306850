"""HTTP routes for registration, login and logout. They accept JSON and native HTML forms."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from community import urls
from community.api import login_responses
from community.api.authentication import Caller, delete_session_cookie
from community.api.error_responses import error_responses
from community.api.forms import (
    build_json_or_form_parser,
    build_json_or_form_schema,
    redirect_with_303,
)
from community.api.login_responses import HtmlFormRoute, LoginResponse, get_user_agent
from community.api.negotiation import has_form_body
from community.api.rate_limits import count_request, rate_limit
from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.domain import accounts
from community.domain.accounts import SignInResult

router = APIRouter(tags=["Accounts"], route_class=HtmlFormRoute)

# Higher than the limits of the domain, so that the domain reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]
NextPath = Annotated[
    str,
    Field(
        max_length=login_responses.MAX_NEXT_PATH_LENGTH,
        description="The path on this site to redirect to afterwards. For native forms.",
    ),
]


_FORM_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {
        "description": "For a native form: a redirect to the next page, or back to the form "
        "if the request is invalid."
    }
}


class LoginRequest(BaseModel):
    """The data of a login: an email address or username, and a password."""

    login: Annotated[ShortText, Field(description="The email address or username.")] = ""
    password: ShortText = ""
    next: NextPath = ""


class RegistrationRequest(BaseModel):
    """The details of a new account."""

    name: ShortText = ""
    email: ShortText = ""
    password: ShortText = ""
    slug: Annotated[
        ShortText, Field(description="The username. Derived from `name` by default.")
    ] = ""
    next: NextPath = ""


@router.get("/login", status_code=303, response_class=RedirectResponse)
@router.get("/register", status_code=303, response_class=RedirectResponse)
async def redirect_to_login(
    next_path: Annotated[
        str, Query(alias="next", max_length=login_responses.MAX_NEXT_PATH_LENGTH)
    ] = "",
) -> RedirectResponse:
    """Redirect to the login dialog on the home page."""
    return redirect_with_303(login_responses.get_login_url(next_path))


@router.post(
    "/login",
    response_model=LoginResponse,
    dependencies=[rate_limit("login")],
    responses=_FORM_REDIRECT | error_responses("invalid_credentials"),
    openapi_extra=build_json_or_form_schema(LoginRequest),
)
async def log_in(
    request: Request,
    actor: Caller,
    form: Annotated[LoginRequest, Depends(build_json_or_form_parser(LoginRequest))],
) -> Response:
    """Log in with an email address or username. Ends the session that the browser had before."""
    await _count_login_attempt(request, form.login.strip().lower())
    sign_in, body = await _log_in(actor, form, get_user_agent(request))
    return login_responses.respond_with_session(request, sign_in, body, next_path=form.next)


@router.post(
    "/register",
    status_code=201,
    response_model=LoginResponse,
    dependencies=[rate_limit("register")],
    responses=_FORM_REDIRECT | error_responses("conflict"),
    openapi_extra=build_json_or_form_schema(RegistrationRequest),
)
async def register(
    request: Request,
    actor: Caller,
    form: Annotated[RegistrationRequest, Depends(build_json_or_form_parser(RegistrationRequest))],
) -> Response:
    """Create an account and log in to it."""
    sign_in, body = await _register(actor, form, get_user_agent(request))
    response = login_responses.respond_with_session(
        request, sign_in, body, next_path=form.next, status=201
    )
    response.headers.setdefault("Location", urls.profile(sign_in.actor.slug))
    return response


@router.post("/logout", status_code=204, response_class=Response, responses=_FORM_REDIRECT)
async def log_out(request: Request, actor: Caller) -> Response:
    """End the current session. Has no effect for a guest."""
    async with unit_of_work() as session:
        await accounts.sign_out(session, actor)
    response: Response = (
        redirect_with_303(urls.HOME) if has_form_body(request.scope) else Response(status_code=204)
    )
    delete_session_cookie(response)
    return response


async def _count_login_attempt(request: Request, login: str) -> None:
    """Count a login attempt twice, for the submitted login and for the account with this login.

    If no account has this login, the attempt is still counted twice. Otherwise, the response time
    would reveal whether the account exists.
    """
    await count_request(request, "login", f"name:{login}")
    async with read_session() as session:
        user = await accounts.find_user_by_login(session, login)
    await count_request(request, "login", f"account:{user.id}" if user else f"unknown:{login}")


async def _log_in(
    actor: Actor, form: LoginRequest, user_agent: str
) -> tuple[SignInResult, LoginResponse]:
    async with read_session() as session:
        credentials = await accounts.find_credentials(session, login=form.login)
    # Hashing is slow, so no database connection is held while it runs.
    verified = await accounts.verify_password(credentials, password=form.password)
    async with unit_of_work() as session:
        user = await accounts.load_verified_user(session, verified)
        sign_in = await accounts.sign_in(session, actor, user=user, user_agent=user_agent)
        return sign_in, await login_responses.build_login_response(session, sign_in)


async def _register(
    actor: Actor, form: RegistrationRequest, user_agent: str
) -> tuple[SignInResult, LoginResponse]:
    registration = await accounts.validate_registration(
        name=form.name, email=form.email, password=form.password, slug=form.slug or None
    )
    async with unit_of_work() as session:
        user = await accounts.register(session, registration)
        sign_in = await accounts.sign_in(session, actor, user=user, user_agent=user_agent)
        return sign_in, await login_responses.build_login_response(session, sign_in)
