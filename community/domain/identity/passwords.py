"""Functions that validate, hash and verify passwords."""

import asyncio
import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NewType

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from community.core import errors, ids, rate_limits
from community.core.text.normalization import normalize_compatibility_characters
from community.core.text.validation_messages import make_too_long_message
from community.domain.identity import policies
from community.i18n import gettext as _, ngettext

HashedPassword = NewType("HashedPassword", str)
"""The argon2 hash of a password that was validated before hashing."""

# One of the settings of argon2id that the OWASP Password Storage Cheat Sheet recommends as equally
# strong. It needs the least memory, which is the memory that sign-ins add to the web process.
_HASHER = PasswordHash((Argon2Hasher(time_cost=5, memory_cost=7 * 1024, parallelism=1),))
# Each thread occupies a processor core while it hashes. Half of the cores stay free for other
# requests.
_THREADS = max((os.cpu_count() or 1) // 2, 1)

# Frequently used passwords with at least eight characters, which attackers try first. The list of
# leaked passwords was collected by Royce Williams and is distributed with Django (BSD-3-Clause).
_COMMON_PASSWORDS_FILE = Path(__file__).parent / "common_passwords.txt.gz"


async def hash_password(password: str, *, user_attributes: tuple[str, ...] = ()) -> HashedPassword:
    """Validate a new password with `clean_password`, and hash it."""
    cleaned = clean_password(password, user_attributes=user_attributes)
    rate_limits.begin_work()
    return HashedPassword(
        await asyncio.get_running_loop().run_in_executor(_get_executor(), _HASHER.hash, cleaned)
    )


async def verify(password: str, password_hash: str | None) -> tuple[bool, str | None]:
    """Return whether a password matches a stored hash, and a new hash if the old one is outdated.

    If `password_hash` is None or unusable, the function compares the password with a random hash
    and returns False. This comparison takes as long as a real one, so the response time does not
    reveal whether an account exists.
    """
    if password_hash is not None and password_hash.startswith(policies.UNUSABLE_PASSWORD_PREFIX):
        password_hash = None
    cleaned = _normalize(password) or ""
    rate_limits.begin_work()
    loop = asyncio.get_running_loop()
    decoy = await loop.run_in_executor(_get_executor(), _get_decoy_hash)
    is_right, updated_hash = await loop.run_in_executor(
        _get_executor(), _HASHER.verify_and_update, cleaned, password_hash or decoy
    )
    if password_hash is None:
        return False, None
    return is_right, updated_hash


def clean_password(password: str, *, user_attributes: tuple[str, ...] = ()) -> str:
    """Validate a new password and return it in the Unicode normal form NFKC.

    Two keyboards can send different Unicode characters for the same letter. Normalization makes
    these characters equal.

    Args:
        user_attributes: Name, email and username of the user. The function rejects passwords that
            equal one of them, because such passwords are easy to guess.

    Raises:
        Invalid: The password is too short, too long, common, or one of `user_attributes`.
    """
    cleaned = _normalize(password)
    least, most = policies.PASSWORD_MIN_LENGTH, policies.PASSWORD_MAX_LENGTH
    if cleaned is None or len(cleaned) > most:
        message = make_too_long_message(most)
    elif len(cleaned) < least:
        message = ngettext("Use at least {n} character.", "Use at least {n} characters.", least)
    elif cleaned.casefold() in {attribute.casefold() for attribute in user_attributes}:
        message = _("Your password can't be your name, username or email.")
    elif cleaned.lower() in _load_common_passwords() or len(set(cleaned)) == 1:
        message = _("This password is too common. Choose another one.")
    else:
        return cleaned
    raise errors.Invalid.for_field("password", message)


def _normalize(password: str) -> str | None:
    return normalize_compatibility_characters(password, max_length=policies.PASSWORD_MAX_LENGTH)


@cache
def _get_executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")


@cache
def _get_decoy_hash() -> str:
    return _HASHER.hash(ids.new_token())


@cache
def _load_common_passwords() -> frozenset[str]:
    return frozenset(gzip.decompress(_COMMON_PASSWORDS_FILE.read_bytes()).decode().splitlines())
