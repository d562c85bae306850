"""Validation and normalization of names, profile descriptions, emails and usernames.

The functions raise `Invalid` for the field. They do not access the database, so they do not check
whether an email or a username is already taken.
"""

import re
from collections.abc import Iterator

from email_validator import EmailNotValidError, validate_email

from community import urls
from community.core.errors import Invalid
from community.core.text.normalization import clean_line, clean_text
from community.core.text.slug_skeletons import build_skeleton
from community.core.text.slugs import slugify
from community.domain.accounts import policies
from community.i18n import gettext as _

_SLUG = re.compile(rf"[A-Za-z0-9_-]{{{policies.SLUG_MIN_LENGTH},{policies.SLUG_MAX_LENGTH}}}")
_DEFAULT_SLUG = "reader"


def clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=policies.NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter your name."))
    return cleaned


def clean_bio(bio: str) -> str:
    return clean_text(bio, field="bio", max_length=policies.BIO_MAX_LENGTH)


def clean_email(email: str) -> str:
    """Validate the syntax of an email address and return it with its domain in lower case.

    This does not check whether the address can receive email.
    """
    cleaned = email.strip()
    if len(cleaned) > policies.EMAIL_MAX_LENGTH:
        raise Invalid.for_field("email", _("Enter a valid email address."))
    try:
        checked = validate_email(cleaned, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Invalid.for_field("email", _("Enter a valid email address.")) from error
    return checked.normalized


_RESERVED_SKELETONS = frozenset(map(build_skeleton, urls.RESERVED_SLUGS))


def clean_slug(slug: str) -> str:
    """Validate a username and return it in lower case.

    A username needs a letter, because users could mistake a number for an id.
    """
    cleaned = slug.strip()
    if not is_slug(cleaned):
        message = _(
            "Use {least} to {most} Latin letters, digits, hyphens or underscores, "
            "including at least one letter.",
            least=policies.SLUG_MIN_LENGTH,
            most=policies.SLUG_MAX_LENGTH,
        )
        raise Invalid.for_field("slug", message)
    if build_skeleton(cleaned) in _RESERVED_SKELETONS:
        raise Invalid.for_field("slug", _("This username is taken. Choose another one."))
    return cleaned.lower()


def is_slug(text: str) -> bool:
    """Return whether a text has the form of a username, in lower or upper case.

    Check a text before `lower()`, which converts some other letters to Latin ones.
    """
    return _SLUG.fullmatch(text) is not None and any(char.isalpha() for char in text)


def generate_slug_candidates(name: str, suffixes: Iterator[int]) -> Iterator[str]:
    """Yield possible usernames for a display name, best first.

    The first username is derived only from the name, unless the result is invalid or reserved. Each
    further username ends with a number from `suffixes`.
    """
    best = slugify(name, max_length=policies.SLUG_MAX_LENGTH)
    if is_slug(best) and build_skeleton(best) not in _RESERVED_SKELETONS:
        yield best
    stem = best if any(char.isalpha() for char in best) else _DEFAULT_SLUG
    for value in suffixes:
        suffix = f"-{value}"
        yield stem[: policies.SLUG_MAX_LENGTH - len(suffix)].rstrip("-") + suffix
