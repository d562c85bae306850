"""Encryption of stored secrets, with keys derived from SECRET_KEY."""

import hmac
import logging

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from community.core.settings import settings

log = logging.getLogger(__name__)

_HEADER = {"alg": "dir", "enc": "A256GCM"}


def encrypt(secret: str, *, purpose: str) -> str:
    """Return the secret in a form that only `decrypt` with the same `purpose` can read."""
    return jwe.encrypt_compact(_HEADER, secret.encode(), _derive_key(purpose)) if secret else ""


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
    try:
        return (jwe.decrypt_compact(encrypted, _derive_key(purpose)).plaintext or b"").decode()
    except (JoseError, ValueError):
        return None


def _derive_key(purpose: str) -> OctKey:
    return OctKey.import_key(
        hmac.digest(settings().signing_key.encode(), purpose.encode(), "sha256")
    )
