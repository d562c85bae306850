"""Validation of names, emails and usernames, and the rule that emails are unique."""

import re

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import Invalid
from community.core.text.normalization import clean_line
from community.domain.identity import policies
from community.i18n import gettext as _
from community.models import User
from community.models.people import lower_email

_SLUG = re.compile(rf"[A-Za-z0-9_-]{{{policies.SLUG_MIN_LENGTH},{policies.SLUG_MAX_LENGTH}}}")


def clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=policies.NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter your name."))
    return cleaned


def clean_email(email: str) -> str:
    """Return a valid email address with its domain in lower case. It may receive no email."""
    cleaned = email.strip()
    if len(cleaned) > policies.EMAIL_MAX_LENGTH:
        raise Invalid.for_field("email", _("Enter a valid email address."))
    try:
        checked = validate_email(cleaned, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Invalid.for_field("email", _("Enter a valid email address.")) from error
    return checked.normalized


def is_slug(text: str) -> bool:
    """Return whether a text has the form of a username, in lower or upper case.

    Check a text before `lower()`, which converts some other letters to Latin ones.
    """
    return _SLUG.fullmatch(text) is not None and any(char.isalpha() for char in text)


async def is_email_taken(session: AsyncSession, email: str, *, except_user_id: int = 0) -> bool:
    """Return whether an account has the email, other than that of `except_user_id`."""
    is_taken = exists().where(lower_email == email.lower(), col(User.id) != except_user_id)
    return bool(await session.scalar(select(is_taken)))
