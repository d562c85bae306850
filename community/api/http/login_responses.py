"""Responses to login and registration.

API clients get JSON. Browsers that submit a native HTML form get a redirect.
"""

from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community import authentication, urls
from community.api.http.authentication import set_session_cookie
from community.api.http.errors import get_rate_limit_headers, get_validation_message
from community.api.http.forms import redirect_with_303
from community.api.http.negotiation import get_header, has_form_body
from community.core.errors import DomainError, Invalid
from community.core.http import form_flash
from community.core.http.form_flash import FormFlash, FormName
from community.core.http.site_cookies import Consent, build_consent_cookie_header
from community.core.read_models import ReadModel, Timestamp
from community.core.settings import settings
from community.core.text.validation_messages import group_messages_by_field
from community.domain import people
from community.domain.accounts import invitations
from community.domain.identity import SignInResult
from community.domain.identity.two_factor import PendingSignIn, RestoreOffer
from community.domain.people import Preferences

# A redirect to these paths would open the login dialog again or log the user out.
_AUTH_PATHS = frozenset({"auth", "login", "register", "logout"})
# The fields that keep their values when the form is shown again after an error. Passwords must not
# be among them.
_RESTORED_FIELDS: dict[FormName, tuple[str, ...]] = {
    "login": ("login",),
    "register": ("name", "email", "slug"),
    "reset_request": ("email",),
    "reset": (),
    "code": (),
    "finish": ("name", "email", "slug"),
}
_FORM_NAMES: dict[str, FormName] = {
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

    user: Preferences
    expires_at: Timestamp


async def respond_with_sign_in(
    session: AsyncSession,
    request: Request,
    result: SignInResult | PendingSignIn | RestoreOffer,
    *,
    next_path: str = "",
    is_navigation: bool = False,
) -> Response:
    """Return the response to a step of a sign-in.

    If the user must enter a code, the response is 202 with the page of the form, or a redirect to
    it. A cookie then identifies the sign-in. If the account is deleted, the page restores it.

    Args:
        is_navigation: Whether the browser opened the URL, and gets a redirect as for a native form.
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
    sign_in: SignInResult,
    *,
    next_path: str = "",
    status: int = 200,
    is_navigation: bool = False,
) -> Response:
    """Return a response that sets the session cookie.

    The response contains a `LoginResponse` as JSON. For a native HTML form, it is a redirect to
    `next_path`.

    Args:
        is_navigation: Whether the browser opened the URL, and gets a redirect as for a native form.
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
        consent = Consent(stored.choice, stored.version)
        cookie = build_consent_cookie_header(consent, is_secure=settings().is_https)
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
    request: Request, error: DomainError | RequestValidationError, form: FormName
) -> Response:
    """Redirect to the page with the form, and store the values and errors in a cookie."""
    if isinstance(error, RequestValidationError):
        error = Invalid(
            get_validation_message(), field_errors=group_messages_by_field(error.errors())
        )
    values = {name: str(value) for name, value in (await request.form()).items()}
    flash = FormFlash(
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


def _get_form_url(form: FormName, values: dict[str, str]) -> str:
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


def get_form_url(form: FormName, next_path: str = "", invitation: str = "") -> str:
    """Return the URL of a form that leads to `next_path`.

    Args:
        invitation: The token of an invitation, which the registration form keeps.
    """
    path = sanitize_next_path(next_path)
    target = "" if path == urls.HOME else path
    if form == "login":
        return urls.sign_in(target)
    token = invitation if len(invitation) <= invitations.MAX_TOKEN_LENGTH else ""
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
