"""Encryption of the secrets in the stored settings, and the text that is shown instead of them."""

from community.core import encryption

_PURPOSE = "site settings"
MASK = "••••"
# The mask shows the last four characters of a secret of at least this length. Of a shorter secret,
# they would be too large a part.
_MIN_LENGTH_TO_SHOW_END = 12


def encrypt(secret: str) -> str:
    return encryption.encrypt(secret, purpose=_PURPOSE)


def decrypt(encrypted: str) -> str:
    """Return the secret, or "" if it was encrypted with another SECRET_KEY."""
    return encryption.decrypt(encrypted, purpose=_PURPOSE)


def mask(secret: str) -> str:
    """Return the text that forms and documents show instead of a secret."""
    if not secret:
        return ""
    return MASK + (secret[-4:] if len(secret) >= _MIN_LENGTH_TO_SHOW_END else "")
