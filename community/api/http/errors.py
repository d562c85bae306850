"""Errors as responses: problem documents (RFC 9457), their handlers and their middleware."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from community.api.http.html_pages import render_error_page
from community.api.http.request_context import HttpMiddleware
from community.api.http.responses import has_json_body, prefers_html
from community.core.db.sessions import read_session
from community.core.db.transient_errors import RETRY_AFTER_SECONDS, is_transient
from community.core.errors import FEATURE_REQUIRED, DomainError
from community.core.logs import get_logger
from community.core.rate_limits import RateLimitExceeded
from community.core.text.validation_messages import group_messages_by_field
from community.domain import subscriptions
from community.i18n import gettext as _, noop

MEDIA_TYPE = "application/problem+json"

# The status and meaning of each code. The first code of a status is the default.
_CODES: dict[str, tuple[int, str]] = {
    "malformed": (400, "The request could not be parsed."),
    "unauthenticated": (401, "The request requires an account, or the token is invalid."),
    "invalid_credentials": (401, "The login or the password is wrong."),
    "sign_in_expired": (401, "The first step of the sign-in is too long ago. Sign in again."),
    "forbidden": (403, "The user or the token lacks permission."),
    "confirmation_required": (403, "The caller must first confirm the password."),
    "second_factor_required": (403, "Administrators must set up a second factor first."),
    "cross_origin": (403, "The request used the session cookie but came from another site."),
    "subscription_feature_required": (403, "`feature` requires one of the `plans`."),
    "registration_closed": (403, "Administrators have closed the registration."),
    "invitation_required": (403, "An account can be created only with an invitation."),
    "invitation_invalid": (403, "The invitation cannot be used. See `reason`."),
    "email_unverified": (403, "The email address is not verified."),
    "account_too_new": (403, "The account is too new. Try again after `available_at`."),
    "commenting_restricted": (403, "Commenting is restricted."),
    "edit_window_expired": (403, "The time for editing has expired."),
    "ignored": (403, "One of the two users ignores the other."),
    "messages_not_accepted": (403, "The user accepts no messages from the caller."),
    "request_pending": (403, "The user must first accept the message that was sent."),
    "too_many_requests": (403, "A new account began too many chats today."),
    "banned": (403, "The account is banned until `until`, or for good, for the `reason`."),
    "read_only_view": (403, "An administrator sees the site as this user and may only read."),
    "account_deleted": (403, "The account was deleted."),
    "access_denied": (403, "The person cancelled the sign-in at the other service."),
    "provider_failed": (403, "The other service did not complete the sign-in."),
    "not_found": (404, "The resource does not exist or is not visible to the caller."),
    "method_not_allowed": (405, "The method is not supported here. See `Allow`."),
    "conflict": (409, "The request conflicts with the current state of the resource."),
    "identity_taken": (409, "The account at the other service belongs to another user."),
    "already_connected": (409, "Another account of the same service is connected."),
    "last_sign_in_method": (409, "The user could not sign in any more."),
    "payments_off": (409, "Nothing is on sale."),
    "already_subscribed": (409, "The user has the plan, or the recipient has a plan."),
    "trial_unavailable": (409, "The plan has no free trial."),
    "trial_used": (409, "The user has had a trial or a paid plan before."),
    "currency_differs": (409, "The plan of the user is in another currency."),
    "payment_unfinished": (409, "Another payment of the user is not finished."),
    "payment_ended": (409, "The payment has succeeded, failed or was canceled."),
    "billing_address_required": (409, "Set the name, address and country of the invoice first."),
    "price_change_planned": (409, "A price change of the plan is planned already."),
    "nothing_to_change": (409, "All subscribers of the plan pay the current price."),
    "terms_changed": (409, "The buyer has seen another price or other terms. See `checkout`."),
    "consent_required": (409, "The buyer has not agreed to the price and the terms."),
    "payment_mismatch": (409, "The provider reports another amount, currency or payment."),
    "not_renewed": (409, "The plan was given, so that it is not renewed."),
    "not_replaceable": (409, "The provider cannot save a card without a payment."),
    "nothing_due": (409, "No renewal has failed."),
    "payment_method_required": (409, "There is no saved card or wallet to charge."),
    "subscription_ended": (409, "The subscription has expired or was revoked."),
    "too_large": (413, "The body or a file is too large."),
    "uri_too_long": (414, "The URL is longer than 8 KB."),
    "unsupported_media": (415, "The content type or file type is not supported."),
    "validation": (422, "A value is invalid. `errors` has messages by field."),
    "identity_expired": (422, "The sign-in at the other service is too old or was completed."),
    "rate_limited": (429, "The limit of `group` is exceeded. Retry after `retry_after` seconds."),
    "headers_too_large": (431, "The headers are longer than 32 KB, or more than 100."),
    "internal": (500, "An unexpected error. Quote `request_id` when you report it."),
    "unavailable": (503, "A component is temporarily unavailable. See `Retry-After`."),
}
STATUS_BY_CODE = {code: status for code, (status, _) in _CODES.items()}
MEANING_BY_CODE = {code: meaning for code, (_, meaning) in _CODES.items()}

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

log = get_logger(__name__)

PROBLEM_SCHEMA = {"$ref": "#/components/schemas/Problem"}


class Problem(BaseModel):
    """An error response (RFC 9457)."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="The URL of the documentation of the error code.")
    title: str = Field(description="The reason phrase of the HTTP status.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="A message for the user, in the language of the site.")
    code: str = Field(description="The error code.")
    errors: dict[str, list[str]] | None = Field(
        None, description="Validation messages by field name."
    )
    details: dict[str, Any] | None = Field(
        None, description="Additional values that depend on the error code."
    )
    request_id: str = Field(description="The id of the request, as logged by the server.")


def get_default_code(status: int) -> str:
    unknown = "internal" if status >= 500 else "malformed"
    return next((code for code, other in STATUS_BY_CODE.items() if other == status), unknown)


def build_problem_response(
    code: str,
    detail: str,
    *,
    status: int,
    request_id: str,
    errors: Mapping[str, list[str]] | None = None,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    body: dict[str, Any] = {
        "type": f"/api/errors#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }
    if errors:
        body["errors"] = dict(errors)
    if details:
        body["details"] = dict(details)
    body["request_id"] = request_id
    return Response(
        orjson.dumps(body, default=str),
        status,
        headers=None if headers is None else dict(headers),
        media_type=MEDIA_TYPE,
    )


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


class ErrorMiddleware(HttpMiddleware):
    """Turns exceptions into error responses.

    The status is 503 if the database or Redis is unavailable, and 500 for unexpected exceptions.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False

        async def track_response_start(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self.app(scope, receive, track_response_start)
        except (DomainError, HTTPException) as error:
            await build_exception_response(error, scope)(scope, receive, send)
        except ClientDisconnect:
            return  # `RequestContextMiddleware` logs the status 499.
        except Exception as error:  # noqa: BLE001 - every exception becomes a response
            _log_error(error, scope)
            if has_started:  # The web server then closes the connection.
                return
            response = (
                create_unavailable_response(scope)
                if is_transient(error)
                else build_error_response(scope, 500)
            )
            await response(scope, receive, send)


def _log_error(error: Exception, scope: Scope) -> None:
    request = {"method": scope["method"], "path": scope["path"]}
    if is_transient(error):
        log.error("service_unavailable", error=f"{type(error).__name__}: {error}", **request)
    else:
        log.error("unhandled_exception", exc_info=error, **request)


def error_responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` argument for a route that can fail with these error codes.

    Do not list codes that `build_openapi` adds to every route that needs them, for example
    `not_found` for a path with parameters, `conflict` for an unsafe method, `validation`,
    `unauthenticated`, `forbidden` and `rate_limited`.
    """
    documented: dict[int | str, dict[str, Any]] = {}
    for status in sorted({STATUS_BY_CODE[code] for code in codes}):
        documented[status] = describe_error_response(
            *(code for code in codes if STATUS_BY_CODE[code] == status)
        )
    return documented


def describe_error_response(*codes: str) -> dict[str, Any]:
    return {
        "description": "Error: " + ", ".join(f"`{code}`" for code in codes),
        "content": {MEDIA_TYPE: {"schema": PROBLEM_SCHEMA}},
    }
