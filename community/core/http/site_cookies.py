"""Cookies that record what a visitor chose about the banners of the site.

Both are set only after the visitor clicked, and nothing else reads them, so they need no consent.
Scripts can read them, because the browser decides which banners open pages show.
"""

from typing import Final, Literal

from community.core.http import cookies

CONSENT_COOKIE: Final = "cookie_consent"
# After half a year the site asks again.
CONSENT_MAX_AGE: Final = 180 * 24 * 60 * 60
# Contains the id of the announcement that the visitor closed. `assets/ui/banners.js` sets it.
CLOSED_ANNOUNCEMENT_COOKIE: Final = "closed_announcement"

ConsentChoice = Literal["all", "necessary"]


def find_consent(cookie_header: str) -> ConsentChoice | None:
    """Return what the visitor has chosen, or None if they have not chosen yet."""
    value = cookies.find(cookie_header, CONSENT_COOKIE)
    return value if value in {"all", "necessary"} else None  # type: ignore[return-value]


def allows_optional_cookies(cookie_header: str) -> bool:
    """Return whether the visitor has agreed to cookies that the site does not need."""
    return find_consent(cookie_header) == "all"


def find_closed_announcement(cookie_header: str) -> str:
    return cookies.find(cookie_header, CLOSED_ANNOUNCEMENT_COOKIE) or ""


def build_consent_cookie_header(choice: ConsentChoice | None, *, is_secure: bool) -> str:
    """Return the value of the Set-Cookie header. Without a choice the cookie is deleted."""
    max_age = CONSENT_MAX_AGE if choice else 0
    secure = "; Secure" if is_secure else ""
    return f"{CONSENT_COOKIE}={choice or ''}; Max-Age={max_age}; Path=/; SameSite=Lax{secure}"
