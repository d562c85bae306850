"""Error codes with their HTTP statuses, and error responses in the RFC 9457 format."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from community.core.errors import (
    Conflict,
    DomainError,
    Invalid,
    NotFound,
    PermissionDenied,
    TooManyRequests,
)

MEDIA_TYPE = "application/problem+json"

# The status and meaning of each code. For other codes, the class of the error sets the status.
_CODES: dict[str, tuple[int, str]] = {
    "malformed": (400, "The request could not be parsed."),
    "unauthenticated": (401, "The request requires an account, or the token is invalid."),
    "invalid_credentials": (401, "The login or the password is wrong."),
    "forbidden": (403, "The user or the token lacks permission."),
    "cross_origin": (403, "The request used the session cookie but came from another site."),
    "subscription_feature_required": (403, "`feature` requires one of the `plans`."),
    "email_unverified": (403, "The email address is not verified."),
    "account_too_new": (403, "The account is too new. Try again after `available_at`."),
    "commenting_restricted": (403, "Commenting is restricted."),
    "edit_window_expired": (403, "The time for editing has expired."),
    "ignored": (403, "One of the two users ignores the other."),
    "banned": (403, "The account is banned."),
    "not_found": (404, "The resource does not exist or is not visible to the caller."),
    "method_not_allowed": (405, "The method is not supported here. See `Allow`."),
    "conflict": (409, "The request conflicts with the current state of the resource."),
    "too_large": (413, "The body or a file is too large."),
    "unsupported_media": (415, "The content type or file type is not supported."),
    "validation": (422, "A value is invalid. `errors` has messages by field."),
    "rate_limited": (429, "The limit of `group` is exceeded. Retry after `retry_after` seconds."),
    "internal": (500, "An unexpected error. Quote `request_id` when you report it."),
    "unavailable": (503, "A component is temporarily unavailable. See `Retry-After`."),
}
STATUS_BY_CODE = {code: status for code, (status, _) in _CODES.items()}
MEANING_BY_CODE = {code: meaning for code, (_, meaning) in _CODES.items()}

STATUS_BY_ERROR_CLASS: Mapping[type[DomainError], int] = {
    NotFound: 404,
    PermissionDenied: 403,
    Invalid: 422,
    Conflict: 409,
    TooManyRequests: 429,
}

_DEFAULT_CODES = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media",
    422: "validation",
    429: "rate_limited",
    503: "unavailable",
}


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


def get_status(error: DomainError) -> int:
    """Return the HTTP status for an error.

    The error code determines the status. If `STATUS_BY_CODE` does not contain the code, the class
    of the error determines the status.
    """
    if error.code in STATUS_BY_CODE:
        return STATUS_BY_CODE[error.code]
    return next(
        (status for cls, status in STATUS_BY_ERROR_CLASS.items() if isinstance(error, cls)), 400
    )


def get_default_code(status: int) -> str:
    return _DEFAULT_CODES.get(status, "internal" if status >= 500 else "malformed")


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
