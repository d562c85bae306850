"""Limits for attempts to sign in or to confirm a password. `core/rate_limits.py` sets the numbers.

| device | counted by | limit |
|---|---|---|
| unknown | IP network, and the account if the caller is signed in | 5 attempts a minute |
| unknown | submitted login and IP network together | 30 failed attempts an hour |
| unknown | submitted login | 100 failed attempts an hour |
| known to the account | device or session | 5 attempts a minute |
| known to the account | all known devices of the account | 20 attempts a minute |

A one-time code after the password is counted in the same way, and the account has 20 wrong codes an
hour on unknown devices together, and 20 on known ones.

- The limits for unknown devices never apply to a known device, so other people cannot lock a user
  out of a device that the user has used before. Attempts of a known device still count towards the
  first limit, so that a browser that deletes its cookies gains no further attempts.
- One network reaches only 30 of the 100 failed attempts, so a single attacker cannot prevent a user
  from signing in on a new device. 100 is the maximum that NIST SP 800-63B, section 5.2.2, allows.
- The email and the username of an account are counted separately. If they shared a count, an
  attacker could find out which email belongs to which username. For the same reason, logins without
  an account are counted in the same way.
"""

from dataclasses import dataclass, field

from community.core import clock, ids, rate_limits, signed_tokens
from community.core.actor import Actor
from community.domain.identity import policies
from community.domain.identity.actors import normalize_login

_DEVICE_AUDIENCE = "known-device"


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A browser in which at least one user signed in."""

    id: str
    user_ids: tuple[int, ...]  # the users who signed in, most recently first

    def is_known_to(self, user_id: int | None) -> bool:
        return user_id is not None and user_id in self.user_ids


def add_user_to_device(device: KnownDevice | None, user_id: int) -> KnownDevice:
    """Return the device after the user signed in. `device` is None for an unknown device."""
    if device is None:
        return KnownDevice(ids.new_token(), (user_id,))
    others = [other for other in device.user_ids if other != user_id]
    return KnownDevice(device.id, (user_id, *others)[: policies.MAX_USERS_PER_DEVICE])


def build_device_token(device: KnownDevice) -> str:
    return signed_tokens.build_token(
        _DEVICE_AUDIENCE,
        expires_at=clock.now() + policies.DEVICE_TOKEN_LIFETIME,
        jti=device.id,
        users=device.user_ids,
    )


def read_device_token(token: str | None) -> KnownDevice | None:
    """Return the device that a token identifies, or None if the token is invalid or expired."""
    claims = signed_tokens.read_token(_DEVICE_AUDIENCE, token)
    return None if claims is None else KnownDevice(claims["jti"], tuple(claims["users"]))


@dataclass(slots=True)
class LoginAttempt:
    """An attempt to sign in that was counted."""

    actor: Actor
    # The device that the browser claims to be, or None. It may be unknown to the account.
    device: KnownDevice | None = None
    # The counted hits in the limits that apply to the caller
    reported: list[rate_limits.LimitResult] = field(default_factory=list)
    # The counted hits in the limits that apply only to other callers
    unreported: list[rate_limits.LimitResult] = field(default_factory=list)
    # The error to raise if the device turns out to be unknown to the account
    network_error: rate_limits.RateLimitExceeded | None = None
    _failures: list[rate_limits.LimitResult] = field(default_factory=list)

    async def count_login(self, login: str, user_id: int | None) -> None:
        """Count the attempt towards the limits of the account. Call this before the password check.

        Raises:
            RateLimitExceeded: A limit was already reached. No limit counts the attempt.
        """
        try:
            if self.device is not None and self.device.is_known_to(user_id):
                self.reported.append(
                    await rate_limits.count_hit("known_devices", f"user:{user_id}")
                )
            else:
                await self._count_on_unknown_device(login)
        except rate_limits.RateLimitExceeded:
            for result in (*self.reported, *self.unreported):
                await rate_limits.refund_hit(result)
            raise

    async def count_code(self, user_id: int) -> None:
        """Count an attempt to enter a one-time code. Call this before the check.

        Codes have six digits, so an account has fewer attempts an hour than for its password.
        Others cannot use up those of the devices on which the user signed in before.
        """
        await self.count_login(f"code:{user_id}", user_id)
        is_known = self.device is not None and self.device.is_known_to(user_id)
        key = f"{'known' if is_known else 'unknown'}:{user_id}"
        result = await rate_limits.count_hit("failed_codes", key)
        self._failures.append(result)
        self.reported.append(result)

    async def record_success(self, user_id: int) -> KnownDevice:
        """Remove the attempt from the failed attempts, and return the device as a known device."""
        for result in self._failures:
            await rate_limits.refund_hit(result)
            self.reported.remove(result)
        self._failures.clear()
        if self.device is None:
            self.device = add_user_to_device(None, user_id)
            # The first attempt on this device counts towards its limit like the following ones.
            await rate_limits.count_hit_if_allowed("login", _build_device_key(self.device))
        return add_user_to_device(self.device, user_id)

    async def _count_on_unknown_device(self, login: str) -> None:
        if self.network_error is not None:
            raise self.network_error
        name = normalize_login(login)
        if not name:
            return
        key = ids.hash_token(name)
        self._failures = await rate_limits.count_hits(
            [
                ("failed_logins_from_network", f"{rate_limits.get_network_key(self.actor)}:{key}"),
                ("failed_logins", key),
            ]
        )
        self.reported.extend([*self.unreported, *self._failures])
        self.unreported.clear()


async def count_login_attempt(actor: Actor, device: KnownDevice | None) -> LoginAttempt:
    """Count an attempt to sign in, before the submitted login is known.

    Raises:
        RateLimitExceeded: A limit was already reached. No limit counts the attempt.
    """
    attempt = LoginAttempt(actor, device)
    if device is not None:
        attempt.reported.append(await rate_limits.count_hit("login", _build_device_key(device)))
    try:
        results = await rate_limits.count_hits(_list_caller_limits(actor))
    except rate_limits.RateLimitExceeded as error:
        if device is None:
            raise
        attempt.network_error = error
    else:
        (attempt.reported if device is None else attempt.unreported).extend(results)
    return attempt


async def count_password_confirmation(actor: Actor) -> LoginAttempt:
    """Count an attempt of a signed-in user to confirm their own password.

    A session is a known device.

    Raises:
        RateLimitExceeded: A limit was already reached. No limit counts the attempt.
    """
    attempt = LoginAttempt(actor)
    if actor.session_id is None:
        attempt.reported.extend(await rate_limits.count_hits(_list_caller_limits(actor)))
        return attempt
    attempt.reported.extend(
        await rate_limits.count_hits(
            [("login", f"session:{actor.session_id}"), ("known_devices", f"user:{actor.id}")]
        )
    )
    for name, key in _list_caller_limits(actor):
        if (result := await rate_limits.count_hit_if_allowed(name, key)) is not None:
            attempt.unreported.append(result)
    return attempt


def _list_caller_limits(actor: Actor) -> list[tuple[str, str]]:
    keys = dict.fromkeys((rate_limits.get_network_key(actor), rate_limits.get_actor_key(actor)))
    return [("login", key) for key in keys]


def _build_device_key(device: KnownDevice) -> str:
    return f"device:{device.id}"
