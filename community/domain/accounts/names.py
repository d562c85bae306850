"""What people call themselves: names, addresses, descriptions. No database here."""

import re
import unicodedata
from collections.abc import Iterator

from email_validator import EmailNotValidError, validate_email

from community import urls
from community.core.errors import Invalid
from community.core.plain import plain_line, plain_text
from community.core.slugs import slugify
from community.domain.accounts import policies

_SLUG = re.compile(rf"[a-z0-9_-]{{{policies.SLUG_MIN},{policies.SLUG_LIMIT}}}")
_FALLBACK = "reader"


def checked_name(name: str) -> str:
    """A display name on one line.

    Raises:
        Invalid: empty, or too long.
    """
    kept = plain_line(name)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in kept):
        raise Invalid.field("name", "Tell us what to call you.")
    if len(kept) > policies.NAME_LIMIT:
        raise Invalid.field("name", f"A name can have {policies.NAME_LIMIT} characters.")
    return kept


def checked_bio(bio: str) -> str:
    """A short description, which may have several lines.

    Raises:
        Invalid: too long.
    """
    kept = plain_text(bio.replace("\r\n", "\n")).strip()
    if len(kept) > policies.BIO_LIMIT:
        raise Invalid.field("bio", f"A description can have {policies.BIO_LIMIT} characters.")
    return kept


def checked_email(email: str) -> str:
    """An e-mail address as it is stored: the domain in lower case, the rest as typed.

    Raises:
        Invalid: it cannot be an address. Whether mail arrives there is not asked.
    """
    try:
        checked = validate_email(email.strip(), check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Invalid.field("email", "This is not an e-mail address.") from error
    return checked.normalized


def checked_slug(slug: str) -> str:
    """A profile address in lower case.

    Raises:
        Invalid: other characters, too short or long, digits alone (they are ids), a reserved word.
    """
    kept = slug.strip().lower()
    if not is_slug(kept):
        sentence = (
            f"An address has {policies.SLUG_MIN} to {policies.SLUG_LIMIT} Latin letters, digits, "
            "hyphens or underscores, and at least one letter."
        )
        raise Invalid.field("slug", sentence)
    if kept in urls.RESERVED_SLUGS:
        raise Invalid.field("slug", "This address is taken. Choose another one.")
    return kept


def is_slug(text: str) -> bool:
    """Whether this could be somebody's address."""
    return _SLUG.fullmatch(text) is not None and any(sign.isalpha() for sign in text)


def slugs_for(name: str, numbers: Iterator[int]) -> Iterator[str]:
    """Addresses for somebody of that name, the best first; `numbers` tells namesakes apart."""
    best = slugify(name, length=policies.SLUG_LIMIT)
    if is_slug(best) and best not in urls.RESERVED_SLUGS:
        yield best
    stem = best if any(sign.isalpha() for sign in best) else _FALLBACK
    for number in numbers:
        tail = f"-{number}"
        yield stem[: policies.SLUG_LIMIT - len(tail)].rstrip("-") + tail
