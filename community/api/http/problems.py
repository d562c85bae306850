"""Error codes with their HTTP statuses, and error responses in the RFC 9457 format."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

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
    """Return the first of the codes with this status."""
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
