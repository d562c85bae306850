"""Validation of the address that an advertisement leads to."""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from community.core.errors import Invalid
from community.domain.advertising import policies
from community.i18n import gettext as _

# Spaces, control characters, quotes, angle brackets and backslashes would end the address in a
# header or an attribute, or browsers would read it in another way than this module.
_CHARACTERS: Final = re.compile(r"[!#-;=?-\[\]_a-z~\u00a1-\u200a\u2010-\u2027\u2030-\U0010ffff]+")
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
# Paths that would lead in a circle, or that readers may not open.
_REFUSED_PATHS: Final = re.compile(r"/+(ad|admin-panel|api)(/|$)")


def clean_link(text: str, *, field: str = "link") -> str:
    """Return an address that starts with https://, or a path on this site.

    Raises:
        Invalid: The text is empty or another kind of address.
    """
    link = text.strip()
    if len(link) <= policies.LINK_MAX_LENGTH and _CHARACTERS.fullmatch(link):
        if _is_path(link):
            return link
        if (url := _normalize_url(link)) and len(url) <= policies.LINK_MAX_LENGTH:
            return url
    raise Invalid.for_field(
        field, _("Enter a link that starts with https://, or a path on this site such as /plans.")
    )


def _is_path(link: str) -> bool:
    return (
        link.startswith("/")
        and not link.startswith("//")
        and "/../" not in f"{link}/"
        and not _REFUSED_PATHS.match(link.partition("?")[0].partition("#")[0].lower())
    )


def _normalize_url(link: str) -> str:
    """Return the link with its host in ASCII, so that no other script imitates it, or ""."""
    try:
        parts = urlsplit(link)
        has_port = parts.port is not None
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme != "https" or "@" in parts.netloc or not _is_public_domain(host):
        return ""
    return parts._replace(netloc=f"{host}:{parts.port}" if has_port else host).geturl()


def _is_public_domain(host: str) -> bool:
    """Return whether this is a domain with a dot, and no address of a machine."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
    else:
        return False
    return (
        len(host) <= 253
        and len(labels) >= 2
        and all(map(_LABEL.fullmatch, labels))
        and not labels[-1][0].isdigit()
    )
