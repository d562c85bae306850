"""Functions that convert exceptions into HTTP error responses."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from community.api.http.html_pages import render_error_page
from community.api.http.negotiation import has_json_body, prefers_html
from community.api.http.problems import STATUS_BY_CODE, build_problem_response, get_default_code
from community.core.db.sessions import read_session
from community.core.db.transient_errors import RETRY_AFTER_SECONDS
from community.core.errors import FEATURE_REQUIRED, DomainError
from community.core.text.validation_messages import group_messages_by_field
from community.core.throttle import RateLimitExceeded
from community.domain import subscriptions
from community.i18n import gettext as _
from community.i18n import noop

_MESSAGES = {
    400: noop("Invalid request."),
    401: noop("Sign in to continue."),
    403: noop("You don't have permission to do this."),
    404: noop("Nothing found at this address."),
    405: noop("This method isn't allowed here."),
    413: noop("The request is too large."),
    414: noop("This address is too long."),
    415: noop("This type of content isn't supported."),
    431: noop("The request is too large."),
    500: noop("Something went wrong. Try again."),
    503: noop("The site is busy. Try again in a moment."),
}


def get_validation_message() -> str:
    return _("Some fields are invalid.")


def register_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(DomainError, _handle_error)
    app.add_exception_handler(HTTPException, _handle_error)
    app.add_exception_handler(RequestValidationError, _handle_error)


async def _handle_error(request: Request, error: Exception) -> Response:
    if isinstance(error, DomainError) and error.code == FEATURE_REQUIRED:
        async with read_session() as session:
            await subscriptions.offers.add_plans_to_error(session, error)
    return build_exception_response(error, request.scope)


def build_exception_response(error: Exception, scope: Scope) -> Response:
    """Return the response for an error, or raise an unexpected exception again."""
    if isinstance(error, DomainError):
        return _respond_to_domain_error(error, scope)
    if isinstance(error, RequestValidationError):
        return _respond_to_validation_error(error, scope)
    if isinstance(error, HTTPException) and error.status_code < 400:
        return Response(None, error.status_code, error.headers)
    if isinstance(error, HTTPException):
        return build_error_response(scope, error.status_code, headers=error.headers)
    raise error


def build_error_response(
    scope: Scope,
    status: int,
    detail: str | None = None,
    *,
    code: str | None = None,
    errors: Mapping[str, list[str]] | None = None,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return an error response as an HTML page if the client prefers HTML, otherwise as JSON."""
    request_id = get_request_id(scope)
    message = detail or _(_MESSAGES.get(status, _MESSAGES[400]))
    if prefers_html(scope):
        return render_error_page(status, message, errors or {}, request_id, headers)
    return build_problem_response(
        code or get_default_code(status),
        message,
        status=status,
        request_id=request_id,
        errors=errors,
        details=details,
        headers=headers,
    )


def create_unavailable_response(scope: Scope) -> Response:
    return build_error_response(scope, 503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def get_request_id(scope: Scope) -> str:
    return str(scope.get("state", {}).get("request_id", ""))


def get_rate_limit_headers(error: DomainError) -> dict[str, str]:
    return error.headers if isinstance(error, RateLimitExceeded) else {}


def _respond_to_domain_error(error: DomainError, scope: Scope) -> Response:
    status = STATUS_BY_CODE.get(error.code, 400)
    headers = get_rate_limit_headers(error)
    if "retry_after" in error.details:
        headers["Retry-After"] = str(error.details["retry_after"])
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="api"'
    return build_error_response(
        scope,
        status,
        error.message,
        code=error.code,
        errors=error.field_errors,
        details=error.details,
        headers=headers,
    )


def _respond_to_validation_error(error: RequestValidationError, scope: Scope) -> Response:
    details = error.errors()
    if any(detail["type"] == "json_invalid" for detail in details):
        return build_error_response(scope, 400, _("The request body isn't valid JSON."))
    if _has_unparsed_body(details) and not has_json_body(scope):
        return build_error_response(scope, 415, _("Send the request body as application/json."))
    return build_error_response(
        scope, 422, get_validation_message(), errors=group_messages_by_field(details)
    )


def _has_unparsed_body(details: Any) -> bool:
    # If the content type is not JSON, FastAPI does not parse the body, and `input` is raw bytes.
    return any(
        detail["loc"] == ("body",) and isinstance(detail.get("input"), bytes) for detail in details
    )
