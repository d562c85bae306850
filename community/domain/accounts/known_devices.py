"""Device tokens, which identify browsers in which users signed in before.

The server stores a signed token in a cookie when a user signs in. An attacker who guesses passwords
has no such token, so the limits for unknown devices do not lock the user out (`login_limits.py`).
A device token does not authenticate: it only selects the limits that apply to a login.

Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies",
https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
"""

from dataclasses import dataclass

from community.core import clock, ids
from community.core.signed_tokens import build_token, read_token
from community.domain.accounts import policies

_AUDIENCE = "known-device"


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A browser in which at least one user signed in.

    Attributes:
        id: A random id.
        user_ids: The users who signed in, most recently first.
    """

    id: str
    user_ids: tuple[int, ...]

    def is_known_to(self, user_id: int | None) -> bool:
        return user_id is not None and user_id in self.user_ids


def add_user_to_device(device: KnownDevice | None, user_id: int) -> KnownDevice:
    """Return the device after the user signed in. `device` is None for an unknown device."""
    if device is None:
        return KnownDevice(ids.new_token(), (user_id,))
    others = [other for other in device.user_ids if other != user_id]
    return KnownDevice(device.id, (user_id, *others)[: policies.MAX_USERS_PER_DEVICE])


def build_device_token(device: KnownDevice) -> str:
    return build_token(
        _AUDIENCE,
        expires_at=clock.now() + policies.DEVICE_TOKEN_LIFETIME,
        jti=device.id,
        users=device.user_ids,
    )


def read_device_token(token: str | None) -> KnownDevice | None:
    """Return the device that a token identifies, or None if the token is invalid or expired."""
    claims = read_token(_AUDIENCE, token)
    return None if claims is None else KnownDevice(claims["jti"], tuple(claims["users"]))
