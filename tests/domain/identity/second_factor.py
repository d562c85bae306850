"""Functions that set up the two-step sign-in of a user, and generate one-time codes."""

from datetime import timedelta

import pyotp

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.identity import two_factor
from community.domain.identity.two_factor import TwoFactorSetup
from community.models import User
from tests.domain.identity.actions import register_user, sign_in


def generate_code(secret: str, *, steps: int = 0) -> str:
    """Return the code that the app shows now, or as many time steps later."""
    return pyotp.TOTP(secret).at(clock.now() + steps * timedelta(seconds=30))


async def start_setup(actor: Actor) -> TwoFactorSetup:
    async with unit_of_work() as session:
        return await two_factor.start_setup(session, actor)


async def confirm_setup(actor: Actor, code: str) -> list[str]:
    """Switch the two-step sign-in on, and return the recovery codes."""
    async with unit_of_work() as session:
        return (await two_factor.confirm_setup(session, actor, code=code)).codes


async def register_and_sign_in(name: str = "Dora") -> tuple[User, Actor]:
    """Register a user whose sign-in session is confirmed."""
    user = await register_user(name)
    return user, (await sign_in(name.lower())).actor


async def set_up(actor: Actor) -> tuple[str, list[str]]:
    setup = await start_setup(actor)
    # In the middle of the time step, which must not end before the code is entered.
    with clock.travel(timedelta(seconds=15 - clock.now().timestamp() % 30)):
        # The code of the step before, so that the one of this step can be used to sign in.
        codes = await confirm_setup(actor, generate_code(setup.secret, steps=-1))
    return setup.secret, codes
