"""Being noted as here while the password changes: nobody waits in a circle."""

import asyncio
from dataclasses import replace

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.domain.accounts import Hashed, Proof, SignIn
from community.models import User
from tests.domain.accounts.people import whose

# Nobody has to guess these.
OLD, NEW = Hashed("old"), Hashed("new")


async def note(actor: Actor) -> None:
    async with unit_of_work() as session:
        await accounts.note_seen(session, actor)


async def change(actor: Actor, before: Hashed, after: Hashed) -> SignIn:
    async with unit_of_work() as session:
        return await accounts.change_password(
            session, actor, proof=Proof(actor.id, before), password=after, user_agent="Firefox"
        )


async def test_a_password_changes_while_its_owner_is_noted_as_here(db: None) -> None:
    async with unit_of_work() as session:
        session.add(
            dora := User(slug="dora", name="Dora", email="d@example.com", password_hash=OLD)
        )
        await session.flush()
        signed = await accounts.sign_in(
            session, accounts.actor_of(dora), user=dora, user_agent="Firefox"
        )
    hashes = OLD, NEW
    for _ in range(10):
        actor = replace(signed.actor, seen_at=None)
        signed, _, _ = await asyncio.gather(change(actor, *hashes), note(actor), note(actor))
        hashes = hashes[1], hashes[0]
    seen = await whose(signed.token)
    assert seen is not None
    async with reading() as session:
        assert (await accounts.get_user(session, "dora")).last_seen_at is not None
