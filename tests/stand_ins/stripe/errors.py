"""The errors of the stand-in for Stripe, in the form of docs.stripe.com/api/errors."""

from typing import Any, Final

BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401
PAYMENT_REQUIRED: Final = 402
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
CONFLICT: Final = 409


class ApiError(Exception):
    """An answer with an error.

    Args:
        extra: More values of the error, such as the `payment_intent`.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = BAD_REQUEST,
        type_: str = "invalid_request_error",
        **extra: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        values = {"type": type_, "message": message, **extra}
        self.body = {"error": {name: value for name, value in values.items() if value is not None}}


def make_missing_error(kind: str, object_id: str) -> ApiError:
    return ApiError(
        f"No such {kind}: '{object_id}'", status=NOT_FOUND, code="resource_missing", param="id"
    )
