"""HTTP routes for registration, login and logout. They accept JSON and native HTML forms."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from community import urls
from community.api.http import error_responses, forms, login_responses, rate_limit
from community.api.http.callers import Caller, delete_session_cookie, get_any_caller, get_caller
from community.api.http.login_responses import CountedLogin, LoginResponse
from community.api.http.responses import has_form_body
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, identity, moderation

router = APIRouter(tags=["Accounts"], route_class=login_responses.HtmlFormRoute)

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
    invitation: Annotated[
        ShortText,
        Field(description="The token of an invitation, if registration is by invitation."),
    ] = ""
    next: NextPath = ""


NextParam = Annotated[str, Query(alias="next", max_length=login_responses.MAX_NEXT_PATH_LENGTH)]


@router.get("/login", status_code=303, response_class=RedirectResponse)
async def redirect_to_login(next_path: NextParam = "") -> RedirectResponse:
    """Redirect to the login dialog on the home page."""
    return forms.redirect_with_303(login_responses.get_form_url("login", next_path))


@router.get("/register", status_code=303, response_class=RedirectResponse)
async def redirect_to_registration(
    next_path: NextParam = "",
    invitation: Annotated[
        str, Query(max_length=1_000, description="The token of an invitation.")
    ] = "",
) -> RedirectResponse:
    """Redirect to the registration dialog on the home page."""
    return forms.redirect_with_303(login_responses.get_form_url("register", next_path, invitation))


@router.post(
    "/login",
    response_model=LoginResponse,
    responses=_FORM_REDIRECT
    | {
        202: {
            "description": "The user must enter a one-time code: `POST /login/code`. `Location` is "
            "the page with the form. The cookie `pending_sign_in` identifies the sign-in. Or the "
            "account is deleted: `Location` is the page that restores it."
        }
    }
    | error_responses("invalid_credentials"),
    openapi_extra=forms.build_json_or_form_schema(LoginRequest),
)
async def log_in(
    attempt: CountedLogin,  # first, so that requests with an invalid body are counted too
    request: Request,
    actor: Caller,
    form: Annotated[LoginRequest, Depends(forms.build_json_or_form_parser(LoginRequest))],
) -> Response:
    """Log in with an email address or username. Ends the session that the browser had before."""
    async with read_session() as session:
        credentials = await identity.find_credentials(session, login=form.login)
    await attempt.count_login(form.login, credentials.user_id)
    # Hashing is slow, so no database connection is held while it runs.
    verified = await identity.verify_password(credentials, password=form.password)
    async with unit_of_work() as session:
        user = await identity.load_verified_user(session, verified)
        result = await identity.two_factor.complete_sign_in(
            session,
            actor,
            user=user,
            user_agent=login_responses.get_user_agent(request),
            is_new_device=attempt.device is None or not attempt.device.is_known_to(user.id),
        )
        response = await login_responses.respond_with_sign_in(
            session, request, result, next_path=form.next
        )
    device = await attempt.record_success(verified.user_id)
    if isinstance(result, identity.SignInResult):
        login_responses.set_device_cookie(response, device)
    return response


@router.post(
    "/register",
    status_code=201,
    response_model=LoginResponse,
    dependencies=[rate_limit("register")],
    responses=_FORM_REDIRECT
    | {202: {"description": "The email must be confirmed. `Location` tells what happens next."}}
    | error_responses(
        "conflict", "registration_closed", "invitation_required", "invitation_invalid"
    ),
    openapi_extra=forms.build_json_or_form_schema(RegistrationRequest),
)
async def register(
    request: Request,
    actor: Caller,
    form: Annotated[
        RegistrationRequest, Depends(forms.build_json_or_form_parser(RegistrationRequest))
    ],
) -> Response:
    """Create an account and log in to it.

    If the site requires a confirmed email, the response is 202 instead, and a link in a mail
    creates the account. Then the response is the same if an account has the email.
    """
    registration = await accounts.validate_registration(
        name=form.name,
        email=form.email,
        password=form.password,
        slug=form.slug or None,
        invitation=form.invitation,
    )
    async with unit_of_work() as session:
        if await accounts.is_confirmation_required(session):
            await accounts.request_registration(session, registration)
            return login_responses.respond_with_next_page(request, urls.VERIFICATION_SENT)
        user = await accounts.register(session, registration)
        await accounts.send_verification_mail(session, user)
        return await login_responses.respond_with_new_account(
            session, request, actor, user, next_path=form.next
        )


@router.post(
    urls.STOP_VIEWING,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("logout", get_actor=get_any_caller)],
    responses=_FORM_REDIRECT,
)
async def stop_viewing(request: Request) -> Response:
    """End the view of the site as another user. Has no effect for others."""
    actor = await get_any_caller(request)  # `Caller` refuses unsafe requests of a view.
    async with unit_of_work() as session:
        await moderation.stop_viewing(session, actor)
    if has_form_body(request.scope):
        return forms.redirect_with_303(
            urls.admin_record("users", actor.id) if actor.is_read_only else urls.HOME
        )
    return Response(status_code=204)


@router.post(
    "/logout",
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("logout", get_actor=get_any_caller)],
    responses=_FORM_REDIRECT,
)
async def log_out(request: Request) -> Response:
    """End the current session, also while it shows the site as another user.

    Has no effect for a guest.
    """
    actor = await get_any_caller(request)  # `Caller` refuses unsafe requests of a view.
    if not actor.is_read_only:
        await get_caller(request)
    async with unit_of_work() as session:
        await moderation.stop_viewing(session, actor)
        await identity.sign_out(session, actor)
    response: Response = (
        forms.redirect_with_303(urls.HOME)
        if has_form_body(request.scope)
        else Response(status_code=204)
    )
    delete_session_cookie(response)
    return response
