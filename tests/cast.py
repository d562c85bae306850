"""The test users that most tests share."""

from dataclasses import dataclass

from community.core.actor import GUEST, Actor
from community.core.db.sessions import unit_of_work
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
    """Create the test users in one transaction, because most tests begin with it."""
    rows = [
        factories.build_user("olga", is_admin=True),
        *map(factories.build_user, ("alice", "bob", "charlie")),
        factories.build_user("mallory", is_banned=True),
    ]
    async with unit_of_work() as session:
        session.add_all(rows)
    olga, alice, bob, charlie, mallory = map(factories.to_actor, rows)
    return Cast(alice=alice, bob=bob, charlie=charlie, olga=olga, mallory=mallory)
