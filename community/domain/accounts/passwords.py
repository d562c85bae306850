"""Passwords: which are good enough, and their hashes, made away from the event loop."""

import asyncio
import gzip
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NewType

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from community.core import ids
from community.core.errors import Invalid
from community.domain.accounts import policies

Hashed = NewType("Hashed", str)
"""An argon2 hash of a password that was found good enough."""

# The OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes. More memory would let a
# crowd at the sign-in form exhaust that of the process.
_HASHER = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))
# Hashing keeps a processor busy; the others stay free for pages.
_THREADS = 2

# Passwords of eight characters and more from the lists that attackers try first: the leaked
# passwords collected by Royce Williams, as distributed with Django (BSD-3-Clause).
_COMMON = Path(__file__).parent / "common_passwords.txt.gz"


async def hash_password(password: str, *, personal: tuple[str, ...] = ()) -> Hashed:
    """The hash of a new password.

    Args:
        personal: name, e-mail, address: what everybody would try for this person.

    Raises:
        Invalid: too short, too long, common, or one of `personal`.
    """
    plain = checked_password(password, personal=personal)
    return Hashed(await asyncio.get_running_loop().run_in_executor(_threads(), _HASHER.hash, plain))


async def verify(password: str, known: str | None) -> tuple[bool, str | None]:
    """Whether the password is the known one; takes the same work when nothing is known.

    Returns:
        The answer, and a new hash to store if the known one was made with other parameters.
    """
    plain = _normal(password) if len(password) <= policies.PASSWORD_LIMIT else ""
    loop = asyncio.get_running_loop()
    decoy = await loop.run_in_executor(_threads(), _decoy)
    right, renewed = await loop.run_in_executor(
        _threads(), _HASHER.verify_and_update, plain, known or decoy
    )
    return right and known is not None, renewed if known is not None else None


def checked_password(password: str, *, personal: tuple[str, ...] = ()) -> str:
    """A new password, composed in one way whatever the keyboard.

    Raises:
        Invalid: as `hash_password` does.
    """
    plain = _normal(password)
    if len(plain) < policies.PASSWORD_MIN:
        sentence = f"Use at least {policies.PASSWORD_MIN} characters."
    elif len(plain) > policies.PASSWORD_LIMIT:
        sentence = f"Use at most {policies.PASSWORD_LIMIT} characters."
    elif plain.casefold() in {part.casefold() for part in personal}:
        sentence = "Your password cannot be your name or e-mail."
    elif plain.lower() in _common() or len(set(plain)) == 1:
        sentence = "This password is one of the first that attackers try. Choose another one."
    else:
        return plain
    raise Invalid.field("password", sentence)


def _normal(password: str) -> str:
    return unicodedata.normalize("NFKC", password)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")


@cache
def _decoy() -> str:
    """The hash of a password that nobody knows, to be compared with where there is no account."""
    return _HASHER.hash(ids.new_token())


@cache
def _common() -> frozenset[str]:
    return frozenset(gzip.decompress(_COMMON.read_bytes()).decode().splitlines())
