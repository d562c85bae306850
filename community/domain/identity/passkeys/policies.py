"""Limits of passkeys, and the site for which they are valid."""

from datetime import timedelta
from urllib.parse import urlsplit

from community.core.settings import settings

NAME_MAX_LENGTH = 60
MAX_PASSKEYS = 20
# How long the browser may take to ask the user.
CHALLENGE_LIFETIME = timedelta(minutes=5)


def get_site_id() -> str:
    """Return the host of the site. A passkey works only there (WebAuthn, "RP ID")."""
    return urlsplit(settings().base_url).hostname or "localhost"


def get_origin() -> str:
    parts = urlsplit(settings().base_url)
    return f"{parts.scheme}://{parts.netloc}"
