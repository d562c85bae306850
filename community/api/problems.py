"""Refusals as HTTP: which code has which status, and the body that says so (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from community.core.errors import Conflict, Invalid, NotAllowed, NotFound, Refusal, TooMany

MEDIA_TYPE = "application/problem+json"

# Every code of the interface: its status and what it means. A code that a subject invents and that
# is not here has the status of its kind.
_CODES: dict[str, tuple[int, str]] = {
    "malformed": (400, "The request could not be read."),
    "unauthenticated": (401, "An account is needed, or the token is not valid."),
    "invalid_credentials": (401, "The name and the password do not belong together."),
    "forbidden": (403, "This person, or this token, may not do that."),
    "cross_origin": (403, "A change by cookie has to come from the pages of the site."),
    "subscription_feature_required": (403, "`feature` belongs to one of the `plans`."),
    "email_unverified": (403, "The e-mail address has to be verified first."),
    "account_too_new": (403, "The account is too new until `available_at`."),
    "commenting_restricted": (403, "Commenting is restricted here."),
    "edit_window_expired": (403, "The time for changing this is over."),
    "ignored": (403, "One of the two ignores the other."),
    "banned": (403, "The account is banned."),
    "not_found": (404, "There is no such thing, or not for this person."),
    "method_not_allowed": (405, "The address is known, the method is not; see `Allow`."),
    "conflict": (409, "Somebody was first: the state is not the one that was assumed."),
    "too_large": (413, "The body or a file is too large."),
    "unsupported_media": (415, "This kind of body or file cannot be used."),
    "validation": (422, "Something given cannot be used; `errors` says what, by field."),
    "rate_limited": (429, "Too often: `group` is used up, try again in `retry_after` seconds."),
    "internal": (500, "A fault of ours; quote `request_id`."),
    "unavailable": (503, "A part of the site is away for a moment; see `Retry-After`."),
}
STATUS = {code: status for code, (status, _) in _CODES.items()}
MEANINGS = {code: meaning for code, (_, meaning) in _CODES.items()}

OF_KIND: Mapping[type[Refusal], int] = {
    NotFound: 404,
    NotAllowed: 403,
    Invalid: 422,
    Conflict: 409,
    TooMany: 429,
}

_CODE_OF_STATUS = {
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
    """Why a request was refused (RFC 9457)."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="Address of what is said about this code.")
    title: str = Field(description="The kind of refusal, the same for all of its status.")
    status: int = Field(description="The status of the answer.")
    detail: str = Field(description="A sentence for the person who asked.")
    code: str = Field(description="What a program goes by.")
    errors: dict[str, list[str]] | None = Field(
        None, description="Sentences by the name of the field that they belong to."
    )
    details: dict[str, Any] | None = Field(None, description="Further facts for a program.")
    request_id: str = Field(description="What to quote when asking for help; it is in our logs.")


def status_of(refusal: Refusal) -> int:
    """The status of a refusal: by its code, else by its kind."""
    if refusal.code in STATUS:
        return STATUS[refusal.code]
    return next((status for kind, status in OF_KIND.items() if isinstance(refusal, kind)), 400)


def code_of(status: int) -> str:
    """The code of a status that came without one."""
    return _CODE_OF_STATUS.get(status, "internal" if status >= 500 else "malformed")


def problem(
    code: str,
    detail: str,
    *,
    status: int,
    request_id: str,
    errors: Mapping[str, list[str]] | None = None,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a request that was refused."""
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
