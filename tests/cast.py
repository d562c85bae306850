"""The people of the stories."""

from dataclasses import dataclass

from community.core.actor import GUEST, Actor
from tests import factories


@dataclass(frozen=True)
class Cast:
    """Alice writes, Bob answers, Charlie reads, Olga owns the site, Mallory is banned."""

    alice: Actor
    bob: Actor
    charlie: Actor
    olga: Actor
    mallory: Actor
    guest: Actor = GUEST


async def gather() -> Cast:
    olga = await factories.person("olga", is_admin=True)
    return Cast(
        alice=await factories.person("alice"),
        bob=await factories.person("bob"),
        charlie=await factories.person("charlie"),
        olga=olga,
        mallory=await factories.person("mallory", is_banned=True),
    )
