"""The test users that most tests share."""

from dataclasses import dataclass

from community.core.actor import GUEST, Actor
from tests import factories


@dataclass(frozen=True)
class Cast:
    """The test users, as the actors that tests pass to domain functions.

    Alice, Bob and Charlie are ordinary users, Olga is an administrator, Mallory is banned, and
    `guest` is a visitor who is not signed in.
    """

    alice: Actor
    bob: Actor
    charlie: Actor
    olga: Actor
    mallory: Actor
    guest: Actor = GUEST


async def create_cast() -> Cast:
    olga = await factories.user("olga", is_admin=True)
    return Cast(
        alice=await factories.user("alice"),
        bob=await factories.user("bob"),
        charlie=await factories.user("charlie"),
        olga=olga,
        mallory=await factories.user("mallory", is_banned=True),
    )
