"""Encryption of stored secrets, with keys derived from SECRET_KEY.

Functions import `joserfc` when they need it, as in `signed_tokens.py`.
"""

import hmac
import logging
from typing import TYPE_CHECKING

from community.core.settings import settings

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

log = logging.getLogger(__name__)

_HEADER = {"alg": "dir", "enc": "A256GCM"}


def encrypt(secret: str, *, purpose: str) -> str:
    """Return the secret in a form that only `decrypt` with the same `purpose` can read."""
    return encrypt_bytes(secret.encode(), purpose=purpose) if secret else ""


def encrypt_bytes(content: bytes, *, purpose: str) -> str:
    """Return the content in a form that only `decrypt_bytes` with the same `purpose` can read."""
    from joserfc import jwe  # noqa: PLC0415

    return jwe.encrypt_compact(_HEADER, content, _derive_key(purpose))


def decrypt(encrypted: str, *, purpose: str) -> str:
    """Return the secret, or "" if it was encrypted with another SECRET_KEY."""
    if not encrypted:
        return ""
    secret = find_secret(encrypted, purpose=purpose)
    if secret is None:
        log.warning("A stored secret cannot be decrypted, because SECRET_KEY has changed.")
    return secret or ""


def find_secret(encrypted: str, *, purpose: str) -> str | None:
    """Return the secret, or None if the text comes from a client who has invented it."""
    from joserfc.errors import JoseError  # noqa: PLC0415

    try:
        return decrypt_bytes(encrypted, purpose=purpose).decode()
    except (JoseError, ValueError):
        return None


def decrypt_bytes(encrypted: str, *, purpose: str) -> bytes:
    """Return the content. Raise `JoseError` or `ValueError` if it cannot be decrypted."""
    from joserfc import jwe  # noqa: PLC0415

    return jwe.decrypt_compact(encrypted, _derive_key(purpose)).plaintext or b""


def _derive_key(purpose: str) -> "OctKey":
    from joserfc.jwk import OctKey  # noqa: PLC0415

    return OctKey.import_key(
        hmac.digest(settings().signing_key.encode(), purpose.encode(), "sha256")
    )
