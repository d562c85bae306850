"""Signed tokens that expire: those of links in mails, and those of known devices.

Functions import `joserfc` when they need it, because it loads `cryptography`. Together they take
14 MB.
"""

import hmac
from datetime import datetime
from typing import TYPE_CHECKING, Any

from community.core import clock
from community.core.settings import settings

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

_ALGORITHM = "HS256"
# Longer than any token that the server issues.
MAX_TOKEN_LENGTH = 1_000


def build_token(audience: str, *, expires_at: datetime, **claims: Any) -> str:
    """Return a token that only `read_token` with the same `audience` accepts."""
    from joserfc import jwt  # noqa: PLC0415

    registered = {"aud": audience, "exp": int(expires_at.timestamp())}
    return jwt.encode({"alg": _ALGORITHM}, claims | registered, _derive_key(audience))


def read_token(audience: str, token: str | None) -> dict[str, Any] | None:
    """Return the claims of a token, or None if it is forged, expired or of another audience."""
    if not token or len(token) > MAX_TOKEN_LENGTH:
        return None
    from joserfc import jwt  # noqa: PLC0415
    from joserfc.errors import JoseError  # noqa: PLC0415

    try:
        claims = jwt.decode(token, _derive_key(audience), algorithms=[_ALGORITHM]).claims
        jwt.JWTClaimsRegistry(
            now=lambda: int(clock.now().timestamp()),
            aud={"essential": True, "value": audience},
            exp={"essential": True},
        ).validate(claims)
    except (JoseError, ValueError):
        return None
    return claims


def compute_digest(*values: str) -> str:
    """Return a value that changes with the given values and does not reveal them."""
    content = "\0".join(values).encode()
    return hmac.digest(settings().signing_key.encode(), content, "sha256").hex()


def _derive_key(audience: str) -> "OctKey":
    from joserfc.jwk import OctKey  # noqa: PLC0415

    return OctKey.import_key(
        hmac.digest(settings().signing_key.encode(), audience.encode(), "sha256")
    )
