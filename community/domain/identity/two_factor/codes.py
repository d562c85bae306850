"""One-time codes (RFC 6238) and recovery codes: their limits and checks, without the database."""

import hmac
import secrets
from datetime import timedelta

import pyotp

from community.core import clock, signed_tokens

# Apps for one-time codes assume these values (RFC 6238, section 5.2, and the key URI format).
STEP_SECONDS = 30
CODE_DIGITS = 6
# RFC 6238, section 5.2, recommends to accept one time step more for the delay and the clock.
MAX_DRIFT_STEPS = 1

RECOVERY_CODES = 10
# Two groups of characters without those that look alike. 50 bits cannot be guessed within the
# limits for sign-ins.
RECOVERY_CODE_GROUPS = 2
RECOVERY_CODE_GROUP_LENGTH = 5
RECOVERY_CODE_CHARACTERS = "23456789abcdefghijkmnpqrstuvwxyz"

# Longer than any code that a user can enter, with spaces.
MAX_CODE_LENGTH = 50
# How long the user has to install an app and enter its first code.
SETUP_LIFETIME = timedelta(minutes=15)
# How long the user has to enter the code after the password.
PENDING_SIGN_IN_LIFETIME = timedelta(minutes=10)


def generate_secret() -> str:
    """Return a random secret of 160 bits in Base32, as RFC 4226, section 4, recommends."""
    return pyotp.random_base32()


def build_setup_url(secret: str, *, account: str, issuer: str) -> str:
    """Return the URL with which an app adds the secret.

    Source of the format: https://github.com/google/google-authenticator/wiki/Key-Uri-Format
    """
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=issuer)


def build_qr_code(text: str) -> str:
    """Return a QR code of the text as the `data:` URL of an SVG image.

    The image is black on white in dark mode too, because some apps read no inverted codes.
    """
    import segno  # noqa: PLC0415 - few processes ever need its 2 MB

    code = segno.make(text, error="m", micro=False)
    return str(code.svg_data_uri(scale=4, border=4, dark="#000", light="#fff", xmldecl=False))


def find_step(secret: str, code: str, *, after: int) -> int | None:
    """Return the number of the time step of a code, which must be later than `after`, or None."""
    digits = "".join(code.split())
    if len(digits) != CODE_DIGITS or not (digits.isascii() and digits.isdigit()):
        return None
    generator = pyotp.TOTP(secret)
    current = int(clock.now().timestamp()) // STEP_SECONDS
    drift = MAX_DRIFT_STEPS
    steps = [
        step
        for step in range(current - drift, current + drift + 1)
        if hmac.compare_digest(generator.generate_otp(step), digits)
    ]
    return next((step for step in steps if step > after), None)


def generate_recovery_codes() -> list[str]:
    """Return new codes such as `k3f8a-7wq2m`."""
    return [_generate_recovery_code() for _ in range(RECOVERY_CODES)]


def hash_recovery_code(code: str, *, user_id: int) -> str:
    """Return the digest under which a code is stored. Case, spaces and hyphens do not count."""
    characters = "".join(char for char in code.lower() if char.isalnum())
    return signed_tokens.compute_digest("recovery-code", str(user_id), characters)


def _generate_recovery_code() -> str:
    groups = (
        "".join(secrets.choice(RECOVERY_CODE_CHARACTERS) for _ in range(RECOVERY_CODE_GROUP_LENGTH))
        for _ in range(RECOVERY_CODE_GROUPS)
    )
    return "-".join(groups)
