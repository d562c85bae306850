"""Cookies of a sign-in with another service.

Only the server reads them. They expire after minutes, and nothing works without them, so they need
no consent.
"""

from datetime import timedelta

from community.core.http import cookies
from community.core.settings import settings

_ATTEMPT = "sign_in_attempt"
_PENDING = "pending_identity"
# Browsers drop longer cookies.
MAX_TOKEN_LENGTH = 4_000


def build_attempt_header(token: str, *, path: str, lifetime: timedelta) -> str:
    """Return the value of the Set-Cookie header for the attempt to sign in."""
    return _build_header(_ATTEMPT, token, path=path, lifetime=lifetime)


def find_attempt_token(cookie_header: str) -> str | None:
    return cookies.find(cookie_header, _ATTEMPT)


def build_pending_header(token: str, *, lifetime: timedelta) -> str:
    """Return the value of the Set-Cookie header for an identity that has no account yet."""
    return _build_header(_PENDING, token, path="/", lifetime=lifetime)


def find_pending_token(cookie_header: str) -> str | None:
    token = cookies.find(cookie_header, _PENDING)
    return token if token is not None and len(token) <= MAX_TOKEN_LENGTH else None


def _build_header(name: str, token: str, *, path: str, lifetime: timedelta) -> str:
    """Return a Set-Cookie header. Without a token the cookie is deleted.

    With `SameSite=Lax`, the browser sends the cookie when the service redirects back to this site.
    """
    max_age = int(lifetime.total_seconds()) if token else 0
    secure = "; Secure" if settings().is_https else ""
    return f"{name}={token}; HttpOnly; Max-Age={max_age}; Path={path}; SameSite=Lax{secure}"
