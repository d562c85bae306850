"""Validation and normalization of names, profile descriptions, emails and usernames.

The functions do not access the database. They do not check whether an email or a username is
already taken.
"""

import re
import unicodedata
from collections.abc import Iterator

from email_validator import EmailNotValidError, validate_email

from community import urls
from community.core.errors import Invalid
from community.core.slugs import slugify
from community.core.text_normalization import normalize_line, normalize_text
from community.domain.accounts import policies
from community.i18n import gettext as _
from community.i18n import ngettext
from community.i18n.formats import format_number

_SLUG = re.compile(rf"[a-z0-9_-]{{{policies.SLUG_MIN_LENGTH},{policies.SLUG_MAX_LENGTH}}}")
_DEFAULT_SLUG = "reader"
# First letters of the Unicode categories for letters, numbers, punctuation and symbols.
_VISIBLE_CATEGORIES = "LNPS"


def clean_name(name: str) -> str:
    """Validate a display name and return it in normalized form, as a single line.

    Raises:
        Invalid: The name has no visible character, or is too long.
    """
    cleaned = normalize_line(name)
    if not any(unicodedata.category(char)[0] in _VISIBLE_CATEGORIES for char in cleaned):
        raise Invalid.for_field("name", _("Enter your name."))
    _ensure_max_length("name", cleaned, policies.NAME_MAX_LENGTH)
    return cleaned


def clean_bio(bio: str) -> str:
    """Validate a profile description and return it in normalized form.

    The description can have several lines.

    Raises:
        Invalid: The description is too long.
    """
    cleaned = normalize_text(bio.replace("\r\n", "\n")).strip()
    _ensure_max_length("bio", cleaned, policies.BIO_MAX_LENGTH)
    return cleaned


def _ensure_max_length(field: str, text: str, limit: int) -> None:
    if len(text) > limit:
        message = ngettext(
            "Use at most {count} character.",
            "Use at most {count} characters.",
            limit,
            count=format_number(limit),
        )
        raise Invalid.for_field(field, message)


def clean_email(email: str) -> str:
    """Validate the syntax of an email address and return it with its domain in lower case.

    This does not check whether the address can receive email.

    Raises:
        Invalid: The syntax is wrong.
    """
    try:
        checked = validate_email(email.strip(), check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Invalid.for_field("email", _("Enter a valid email address.")) from error
    return checked.normalized


def clean_slug(slug: str) -> str:
    """Validate a username and return it in lower case.

    Raises:
        Invalid: The username is reserved, too short or too long, contains no letter, or contains
            other characters than Latin letters, digits, hyphens and underscores. Usernames without
            letters are rejected because users could mistake them for ids.
    """
    cleaned = slug.strip().lower()
    if not is_slug(cleaned):
        message = _(
            "Use {least} to {most} Latin letters, digits, hyphens or underscores, "
            "including at least one letter.",
            least=policies.SLUG_MIN_LENGTH,
            most=policies.SLUG_MAX_LENGTH,
        )
        raise Invalid.for_field("slug", message)
    if cleaned in urls.RESERVED_SLUGS:
        raise Invalid.for_field("slug", _("This username is taken. Choose another one."))
    return cleaned


def is_slug(text: str) -> bool:
    return _SLUG.fullmatch(text) is not None and any(char.isalpha() for char in text)


def generate_slug_candidates(name: str, suffixes: Iterator[int]) -> Iterator[str]:
    """Yield possible usernames for a display name, best first.

    The first username is derived only from the name, unless the result is invalid or reserved. Each
    further username ends with a number from `suffixes`.
    """
    best = slugify(name, max_length=policies.SLUG_MAX_LENGTH)
    if is_slug(best) and best not in urls.RESERVED_SLUGS:
        yield best
    stem = best if any(char.isalpha() for char in best) else _DEFAULT_SLUG
    for value in suffixes:
        suffix = f"-{value}"
        yield stem[: policies.SLUG_MAX_LENGTH - len(suffix)].rstrip("-") + suffix
