"""Cookies that record what a visitor chose about the banners of the site.

Both are set only after the visitor clicked, and nothing else reads them, so they need no consent.
Scripts can read them, because the browser decides which banners open pages show.
"""

import re
from typing import Final, Literal, NamedTuple, cast

from community.core.http import cookies

CONSENT_COOKIE: Final = "cookie_consent"
# After half a year the site asks again.
CONSENT_MAX_AGE: Final = 180 * 24 * 60 * 60
# Contains the id of the announcement that the visitor closed. `assets/ui/banners.js` sets it.
CLOSED_ANNOUNCEMENT_COOKIE: Final = "closed_announcement"

ConsentChoice = Literal["all", "necessary"]

# As in `assets/ui/banners.js`.
_CONSENT: Final = re.compile(r"(all|necessary)(?:\.([0-9a-f]{0,20}))?")


class Consent(NamedTuple):
    """The choice of a visitor, and the version of the text that they saw, or "" if unknown."""

    choice: ConsentChoice
    version: str


def find_consent(cookie_header: str) -> Consent | None:
    """Return what the visitor has chosen, or None if they have not chosen yet."""
    match = _CONSENT.fullmatch(cookies.find(cookie_header, CONSENT_COOKIE) or "")
    return Consent(cast("ConsentChoice", match[1]), match[2] or "") if match else None


def find_closed_announcement(cookie_header: str) -> str:
    return cookies.find(cookie_header, CLOSED_ANNOUNCEMENT_COOKIE) or ""


def build_consent_cookie_header(consent: Consent | None, *, is_secure: bool) -> str:
    """Return the value of the Set-Cookie header. Without a choice the cookie is deleted."""
    max_age = CONSENT_MAX_AGE if consent else 0
    secure = "; Secure" if is_secure else ""
    value = f"{consent.choice}.{consent.version}" if consent else ""
    return f"{CONSENT_COOKIE}={value}; Max-Age={max_age}; Path=/; SameSite=Lax{secure}"
