"""Encryption of the secrets in the stored settings, with a key derived from SECRET_KEY."""

import hmac
import logging

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from community.core.settings import settings

log = logging.getLogger(__name__)

_HEADER = {"alg": "dir", "enc": "A256GCM"}
MASK = "••••"
# The mask shows the last four characters of a secret of at least this length. Of a shorter secret,
# they would be too large a part.
_MIN_LENGTH_TO_SHOW_END = 12


def encrypt(secret: str) -> str:
    return jwe.encrypt_compact(_HEADER, secret.encode(), _derive_key()) if secret else ""


def decrypt(encrypted: str) -> str:
    """Return the secret, or "" if it was encrypted with another SECRET_KEY."""
    if not encrypted:
        return ""
    try:
        return (jwe.decrypt_compact(encrypted, _derive_key()).plaintext or b"").decode()
    except (JoseError, ValueError):
        log.warning("A stored secret cannot be decrypted, because SECRET_KEY has changed.")
        return ""


def mask(secret: str) -> str:
    """Return the text that forms and documents show instead of a secret."""
    if not secret:
        return ""
    return MASK + (secret[-4:] if len(secret) >= _MIN_LENGTH_TO_SHOW_END else "")


def _derive_key() -> OctKey:
    key = hmac.digest(settings().signing_key.encode(), b"site settings", "sha256")
    return OctKey.import_key(key)
