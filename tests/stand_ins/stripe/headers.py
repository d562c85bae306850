"""Checks of the headers of requests to the stand-in for Stripe."""

import base64
import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from community.core import clock
from tests.stand_ins.stripe.errors import UNAUTHORIZED, ApiError
from tests.stand_ins.stripe.stand_in import StripeStandIn

MAX_KEY_LENGTH: Final = 255
# A day, and since 2024 a name: https://docs.stripe.com/api/versioning
_VERSION: Final = re.compile(r"(\d{4}-\d{2}-\d{2})(\.[a-z]+)?", re.ASCII)


def check_headers(stand_in: StripeStandIn, headers: Mapping[str, str]) -> None:
    """Refuse a wrong secret key, an unknown version of the API, and a long idempotency key."""
    secret_key = _read_secret_key(headers.get("authorization", ""))
    if secret_key != stand_in.secret_key:
        raise ApiError(f"Invalid API Key provided: {secret_key[:8]}***", status=UNAUTHORIZED)
    version = headers.get("stripe-version")
    if version is not None and not _is_released(version):
        raise ApiError(f"Invalid Stripe API version: {version[:40]}")
    if len(headers.get("idempotency-key", "")) > MAX_KEY_LENGTH:
        raise ApiError("Idempotency keys have at most 255 characters", code="idempotency_key")


def _read_secret_key(authorization: str) -> str:
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() != "basic":
        return value
    return base64.b64decode(value).decode().partition(":")[0]


def _is_released(version: str) -> bool:
    """Return whether a version is a day that is not in the future, perhaps with a name."""
    if (match := _VERSION.fullmatch(version)) is None:
        return False
    try:
        return date.fromisoformat(match[1]) <= clock.now().date()
    except ValueError:
        return False
