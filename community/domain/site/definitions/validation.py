"""Types of values that several settings share, with their bounds and their validation."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, Field, SecretStr

from community.core.clock import UtcTime
from community.core.errors import Invalid
from community.core.text import normalization
from community.i18n import gettext as _

URL_MAX_LENGTH = 500

_DOMAIN = re.compile(r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}")
# A control character or a space would end the address in a header or an attribute.
_URL = re.compile(r"[!-~\u00a1-\U0010ffff]+")
LINE_LENGTH = 200
TEXT_LENGTH = 1_000
Secret = Annotated[SecretStr, Field(max_length=1_000)]
Time = UtcTime | None
NO_SECRET = SecretStr("")


def clean_setting_line(text: str, max_length: int) -> str:
    """Return a text as one line. Raise ValueError, which pydantic reports, if it is too long."""
    with _as_value_error():
        return normalization.clean_line(text, field="", max_length=max_length)


def clean_setting_text(text: str, max_length: int) -> str:
    with _as_value_error():
        return normalization.clean_text(text, field="", max_length=max_length)


def clean_entries(entries: Iterable[str], *, max_length: int) -> tuple[str, ...]:
    """Return the entries of a list as lines, without empty and repeated ones."""
    cleaned = (clean_setting_line(entry, max_length) for entry in entries)
    return tuple(dict.fromkeys(entry for entry in cleaned if entry))


def clean_domains(entries: Iterable[str], *, max_length: int) -> tuple[str, ...]:
    """Return the domain of each entry, which is a domain or a URL, in lower case.

    Raise ValueError for another entry.
    """
    domains = []
    for entry in clean_entries(entries, max_length=max_length):
        domain = _extract_domain(entry)
        if not _DOMAIN.fullmatch(domain):
            raise ValueError(_("This is not a domain: {entry}", entry=entry))
        domains.append(domain)
    return tuple(dict.fromkeys(domains))


def clean_tags(entries: Iterable[str]) -> tuple[str, ...]:
    """Return tags in the form in which posts store them. Raise ValueError for an invalid one."""
    tags = []
    for entry in clean_entries(entries, max_length=100):
        tag = normalization.convert_line_to_tag(entry)
        if not tag or len(tag) > normalization.MAX_TAG_LENGTH:
            raise ValueError(_("This is not a tag: {entry}", entry=entry))
        tags.append(tag)
    return tuple(dict.fromkeys(tags))


def clean_http_url(text: str) -> str:
    """Return a link that starts with https:// or http://, or "". Raise ValueError for others."""
    url = text.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or not _URL.fullmatch(url):
        raise ValueError(_("Enter a link that starts with https://."))
    return url


def clean_link(text: str) -> str:
    """Return a path on this site, such as /about/privacy, or else what `clean_http_url` returns.

    Raise ValueError if the text is neither.
    """
    link = text.strip()
    if link.startswith("/") and not link.startswith(("//", "/\\")) and _URL.fullmatch(link):
        return link
    return clean_http_url(link)


def clean_email_address(text: str) -> str:
    """Return an email address, or "". Raise ValueError for another text."""
    if not (email := text.strip()):
        return ""
    try:
        return validate_email(email, check_deliverability=False, allow_smtputf8=False).normalized
    except EmailNotValidError:
        raise ValueError(_("Enter a valid email address.")) from None


@contextmanager
def _as_value_error() -> Iterator[None]:
    try:
        yield
    except Invalid as error:
        raise ValueError(error.message) from None


def _extract_domain(entry: str) -> str:
    text = entry.lower()
    if "://" in text:
        try:
            return urlsplit(text).hostname or ""
        except ValueError:
            return ""
    domain = text.removeprefix("*.").partition("/")[0].rstrip(".")
    try:
        return domain.encode("idna").decode() if not domain.isascii() else domain
    except UnicodeError:
        return ""


Line = Annotated[
    str,
    Field(max_length=LINE_LENGTH),
    AfterValidator(lambda text: clean_setting_line(text, LINE_LENGTH)),
]
Text = Annotated[
    str,
    Field(max_length=TEXT_LENGTH),
    AfterValidator(lambda text: clean_setting_text(text, TEXT_LENGTH)),
]
HttpUrl = Annotated[
    str,
    Field(max_length=URL_MAX_LENGTH),
    AfterValidator(clean_http_url),
]
# A link to another site, or a path on this site.
Link = Annotated[
    str,
    Field(max_length=URL_MAX_LENGTH),
    AfterValidator(clean_link),
]
Email = Annotated[str, Field(max_length=254), AfterValidator(clean_email_address)]
