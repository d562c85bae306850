"""Responses to login and registration."""

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import JSONResponse, Response

from community import authentication, urls
from community.api.http import rate_limits
from community.api.http.callers import Caller, set_session_cookie
from community.api.http.errors import get_rate_limit_headers, get_validation_message
from community.api.http.forms import redirect_with_303
from community.api.http.responses import get_header, has_form_body
from community.api.http.routing import SAFE_METHODS
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, Invalid
from community.core.http import cookies, form_flash
from community.core.read_models import ReadModel, Timestamp
from community.core.settings import settings
from community.core.text.validation_messages import group_messages_by_field
from community.domain import accounts, identity, people
from community.domain.identity.passkeys import Ceremony
from community.domain.identity.two_factor import PendingSignIn, RestoreOffer
from community.models import User

# A redirect to these paths would open the login dialog again or log the user out.
_AUTH_PATHS = frozenset({"auth", "login", "register", "logout"})
# The fields that keep their values when the form is shown again after an error. Passwords must not
# be among them.
_RESTORED_FIELDS: dict[form_flash.FormName, tuple[str, ...]] = {
    "login": ("login",),
    "register": ("name", "email", "slug"),
    "reset_request": ("email",),
    "reset": (),
    "code": (),
    "finish": ("name", "email", "slug"),
}
_FORM_NAMES: dict[str, form_flash.FormName] = {
    "/login": "login",
    "/register": "register",
    urls.REQUEST_PASSWORD_RESET: "reset_request",
    urls.RESET_PASSWORD: "reset",
    urls.LOGIN_CODE: "code",
    urls.FINISH_SIGN_IN: "finish",
}
# Longer than any path on the site.
MAX_NEXT_PATH_LENGTH = 2_000


class LoginResponse(ReadModel):
    """The user and the expiry time of a new session. The response also sets a session cookie."""

    user: people.Preferences
    expires_at: Timestamp


async def respond_with_sign_in(
    session: AsyncSession,
    request: Request,
    result: identity.SignInResult | PendingSignIn | RestoreOffer,
    *,
    next_path: str = "",
    is_navigation: bool = False,
) -> Response:
    """Return the response to a step of a sign-in.

    If the user must enter a code, the response is 202 with the page of the form, or a redirect to
    it. A cookie then identifies the sign-in. If the account is deleted, the page restores it.
    """
    if isinstance(result, RestoreOffer):
        path = urls.with_token(urls.RESTORE_ACCOUNT, result.token)
        return respond_with_next_page(request, path, is_navigation=is_navigation)
    if not isinstance(result, PendingSignIn):
        return await respond_with_session(
            session, request, result, next_path=next_path, is_navigation=is_navigation
        )
    path = urls.login_code(sanitize_next_path(next_path) if next_path else "")
    response = respond_with_next_page(request, path, is_navigation=is_navigation)
    cookie = authentication.build_pending_sign_in_cookie_header(result.token)
    response.headers.append("set-cookie", cookie)
    return response


async def respond_with_session(
    session: AsyncSession,
    request: Request,
    sign_in: identity.SignInResult,
    *,
    next_path: str = "",
    status: int = 200,
    is_navigation: bool = False,
) -> Response:
    """Return a response that sets the session cookie.

    The response contains a `LoginResponse` as JSON. For a native HTML form, it is a redirect to
    `next_path`.
    """
    user = await people.get_preferences(session, sign_in.actor)
    if is_navigation or has_form_body(request.scope):
        response: Response = redirect_with_303(sanitize_next_path(next_path))
        response.delete_cookie(form_flash.COOKIE)
    else:
        body = LoginResponse(user=user, expires_at=sign_in.expires_at)
        response = Response(body.model_dump_json(), status, media_type="application/json")
    set_session_cookie(response, sign_in.token)
    if stored := user.cookie_consent:  # chosen on another device
        consent = cookies.Consent(stored.choice, stored.version)
        cookie = cookies.build_consent_cookie_header(consent, is_secure=settings().is_https)
        response.headers.append("set-cookie", cookie)
    return response


class HtmlFormRoute(APIRoute):
    """A route that responds to an invalid native HTML form with a redirect to the form."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        form = _FORM_NAMES.get(self.path)
        if form is None:
            return handle

        async def handle_form(request: Request) -> Response:
            try:
                return await handle(request)
            except (DomainError, RequestValidationError) as error:
                if not has_form_body(request.scope):
                    raise
                return await _redirect_to_form(request, error, form)

        return handle_form


async def _redirect_to_form(
    request: Request, error: DomainError | RequestValidationError, form: form_flash.FormName
) -> Response:
    if isinstance(error, RequestValidationError):
        error = Invalid(
            get_validation_message(), field_errors=group_messages_by_field(error.errors())
        )
    values = {name: str(value) for name, value in (await request.form()).items()}
    flash = form_flash.FormFlash(
        form=form,
        values={name: values[name] for name in _RESTORED_FIELDS[form] if name in values},
        message=error.message,
        errors=error.field_errors,
    )
    response = redirect_with_303(_get_form_url(form, values))
    response.headers.update(get_rate_limit_headers(error))
    response.set_cookie(
        form_flash.COOKIE,
        form_flash.to_cookie_value(flash),
        max_age=form_flash.MAX_AGE_SECONDS,
        secure=settings().is_https,
        httponly=True,
        samesite="lax",
    )
    return response


def respond_with_next_page(request: Request, path: str, *, is_navigation: bool = False) -> Response:
    """Return 202 with the page that tells what happens next, or for a native form a redirect."""
    if is_navigation or has_form_body(request.scope):
        response: Response = redirect_with_303(path)
        response.delete_cookie(form_flash.COOKIE)
        return response
    return Response(status_code=202, headers={"Location": path})


def _get_form_url(form: form_flash.FormName, values: dict[str, str]) -> str:
    if form == "reset_request":
        return urls.RESET_PASSWORD_PAGE
    if form == "finish":
        return urls.FINISH_SIGN_IN
    if form == "code":
        path = sanitize_next_path(values.get("next", ""))
        return urls.login_code(path, is_recovery="recovery_code" in values)
    if form == "reset":
        return urls.with_token(urls.RESET_PASSWORD_PAGE, values.get("token", ""))
    return get_form_url(form, values.get("next", ""), values.get("invitation", ""))


def get_form_url(form: form_flash.FormName, next_path: str = "", invitation: str = "") -> str:
    path = sanitize_next_path(next_path)
    target = "" if path == urls.HOME else path
    if form == "login":
        return urls.sign_in(target)
    token = invitation if len(invitation) <= accounts.invitations.MAX_TOKEN_LENGTH else ""
    return urls.register(target, token)


def sanitize_next_path(path: str) -> str:
    """Return `path` if it is a safe redirect target on this site, otherwise the home page."""
    is_local = path.startswith("/") and not path.startswith("//")
    if len(path) > MAX_NEXT_PATH_LENGTH or not is_local or "\\" in path or not path.isprintable():
        return urls.HOME
    target = urlsplit(path).path
    is_safe = target == urls.FINISH_SIGN_IN or target.split("/")[1] not in _AUTH_PATHS
    return path if is_safe else urls.HOME


def get_user_agent(request: Request) -> str:
    return get_header(request.scope, b"user-agent")


async def open_session(request: Request) -> AsyncIterator[AsyncSession]:
    """Open a session for reading or, for a method such as POST, a unit of work.

    The unit of work is committed when the route returns, before the response is sent. If the route
    raises an exception, the unit of work is rolled back.

    A route with slow work before its transaction, such as rendering, calls `unit_of_work` itself.
    Such a route must not depend on `Session` too, because SQLite has a single writer.
    """
    begin = read_session if request.method in SAFE_METHODS else unit_of_work
    async with begin() as session:
        yield session


Session = Annotated[AsyncSession, Depends(open_session, scope="function")]


async def _count_login(request: Request, actor: Caller) -> identity.LoginAttempt:
    attempt = await identity.count_login_attempt(actor, find_device(request))
    await _add_to_counted_hits(request, attempt)
    return attempt


async def _count_password_confirmation(request: Request, actor: Caller) -> identity.LoginAttempt:
    attempt = await identity.count_password_confirmation(actor)
    await _add_to_counted_hits(request, attempt)
    return attempt


CountedLogin = Annotated[
    identity.LoginAttempt, rate_limits.mark_as_rate_limit(_count_login, "login")
]
password_confirmation_limit = rate_limits.mark_as_rate_limit(_count_password_confirmation, "login")


def find_device(request: Request) -> identity.KnownDevice | None:
    """Return the device from the device cookie, or None if the cookie is missing or invalid."""
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    return identity.read_device_token(authentication.find_device_token(cookie_header))


def set_device_cookie(response: Response, device: identity.KnownDevice) -> None:
    token = identity.build_device_token(device)
    response.headers.append("Set-Cookie", authentication.build_device_cookie_header(token))


async def _add_to_counted_hits(request: Request, attempt: identity.LoginAttempt) -> None:
    hits = rate_limits.get_counted_hits(request.scope)
    # The attempt adds further hits to its lists later.
    hits.reported, hits.unreported = attempt.reported, attempt.unreported
    await rate_limits.count_guest_write(request, attempt.actor)
    await rate_limits.finish_counting(request)


async def respond_with_new_account(
    session: AsyncSession,
    request: Request,
    actor: Actor,
    user: User,
    *,
    next_path: str = "",
    method: str = "password",
) -> Response:
    """Sign the new user in. The response is 201, or for a native form a redirect."""
    sign_in = await identity.sign_in(
        session, actor, user=user, user_agent=get_user_agent(request), method=method
    )
    response = await respond_with_session(
        session, request, sign_in, next_path=next_path, status=201
    )
    response.headers.setdefault("Location", urls.profile(user.slug))
    set_device_cookie(response, identity.add_user_to_device(find_device(request), user.id))
    return response


class PasskeyOptions(BaseModel):
    """The options for `navigator.credentials`, in the JSON format of WebAuthn."""

    options: dict[str, Any]


def respond_with_ceremony(ceremony: Ceremony) -> Response:
    response = JSONResponse({"options": ceremony.options})
    cookie = authentication.build_passkey_cookie_header(ceremony.token)
    response.headers.append("set-cookie", cookie)
    return response


def find_challenge_token(request: Request) -> str | None:
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    return authentication.find_passkey_token(cookie_header)
