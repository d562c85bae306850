"""The cookies of the site, except those that identify a user (`community/authentication.py`).

- Those that record what a visitor chose about the banners are set only after the visitor clicked,
  and nothing else reads them, so they need no consent. Scripts can read them, because the browser
  decides which banners open pages show.
- Those of a sign-in with another service are read only by the server. They expire after minutes,
  and nothing works without them, so they need no consent.
"""

import re
from datetime import timedelta
from typing import Final, Literal, NamedTuple, cast

from community.core.settings import settings

CONSENT_COOKIE: Final = "cookie_consent"
# After half a year the site asks again.
CONSENT_MAX_AGE: Final = 180 * 24 * 60 * 60
# Contains the id of the announcement that the visitor closed. `assets/ui/banners.js` sets it.
CLOSED_ANNOUNCEMENT_COOKIE: Final = "closed_announcement"

ConsentChoice = Literal["all", "necessary"]

# As in `assets/ui/banners.js`.
_CONSENT: Final = re.compile(r"(all|necessary)(?:\.([0-9a-f]{0,20}))?")

_ATTEMPT = "sign_in_attempt"
_PENDING = "pending_identity"
# Browsers drop longer cookies.
MAX_TOKEN_LENGTH = 4_000


def find(header: str, name: str) -> str | None:
    """Return the value of a cookie, or None. Malformed cookies are ignored (RFC 6265, 5.4)."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value.strip('"')
    return None


class Consent(NamedTuple):
    """The choice of a visitor, and the version of the text that they saw, or "" if unknown."""

    choice: ConsentChoice
    version: str


def find_consent(cookie_header: str) -> Consent | None:
    """Return what the visitor has chosen, or None if they have not chosen yet."""
    match = _CONSENT.fullmatch(find(cookie_header, CONSENT_COOKIE) or "")
    return Consent(cast("ConsentChoice", match[1]), match[2] or "") if match else None


def find_closed_announcement(cookie_header: str) -> str:
    return find(cookie_header, CLOSED_ANNOUNCEMENT_COOKIE) or ""


def build_consent_cookie_header(consent: Consent | None, *, is_secure: bool) -> str:
    """Return the value of the Set-Cookie header. Without a choice the cookie is deleted."""
    max_age = CONSENT_MAX_AGE if consent else 0
    secure = "; Secure" if is_secure else ""
    value = f"{consent.choice}.{consent.version}" if consent else ""
    return f"{CONSENT_COOKIE}={value}; Max-Age={max_age}; Path=/; SameSite=Lax{secure}"


def build_attempt_header(token: str, *, path: str, lifetime: timedelta) -> str:
    """Return the value of the Set-Cookie header for the attempt to sign in."""
    return _build_header(_ATTEMPT, token, path=path, lifetime=lifetime)


def find_attempt_token(cookie_header: str) -> str | None:
    return find(cookie_header, _ATTEMPT)


def build_pending_header(token: str, *, lifetime: timedelta) -> str:
    """Return the value of the Set-Cookie header for an identity that has no account yet."""
    return _build_header(_PENDING, token, path="/", lifetime=lifetime)


def find_pending_token(cookie_header: str) -> str | None:
    token = find(cookie_header, _PENDING)
    return token if token is not None and len(token) <= MAX_TOKEN_LENGTH else None


def _build_header(name: str, token: str, *, path: str, lifetime: timedelta) -> str:
    """Return a Set-Cookie header. Without a token the cookie is deleted.

    With `SameSite=Lax`, the browser sends the cookie when the service redirects back to this site.
    """
    max_age = int(lifetime.total_seconds()) if token else 0
    secure = "; Secure" if settings().is_https else ""
    return f"{name}={token}; HttpOnly; Max-Age={max_age}; Path={path}; SameSite=Lax{secure}"
