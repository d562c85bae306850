"""Tests that concurrent updates of sessions and passwords cause no deadlock."""

import asyncio
from dataclasses import replace

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity, people
from community.domain.identity import HashedPassword, SignInResult
from community.domain.identity.sessions import VerifiedCredentials
from community.models import User
from tests.domain.identity.actions import find_actor_by_session_token

# The hashes need not be real, because no password is verified.
OLD, NEW = HashedPassword("old"), HashedPassword("new")


async def update_last_seen(actor: Actor) -> None:
    identity.record_last_seen(actor)
    async with unit_of_work() as session:
        await identity.flush_last_seen(session)


async def change_password(
    actor: Actor, old_hash: HashedPassword, new_hash: HashedPassword
) -> SignInResult:
    async with unit_of_work() as session:
        return await identity.change_password(
            session,
            actor,
            credentials=VerifiedCredentials(actor.id, old_hash),
            password_hash=new_hash,
            user_agent="Firefox",
        )


async def test_changing_the_password_while_the_last_seen_time_is_updated_does_not_deadlock(
    db: None,
) -> None:
    async with unit_of_work() as session:
        dora = User(
            slug="dora",
            name="Dora",
            name_skeleton="dora",
            email="d@example.com",
            password_hash=OLD,
        )
        session.add(dora)
        await session.flush()
        result = await identity.sign_in(
            session, identity.build_actor(dora), user=dora, user_agent="Firefox"
        )
    hashes = OLD, NEW
    for _ in range(10):
        actor = replace(result.actor, last_seen_at=None)
        result, _, _ = await asyncio.gather(
            change_password(actor, *hashes), update_last_seen(actor), update_last_seen(actor)
        )
        hashes = hashes[1], hashes[0]
    assert await find_actor_by_session_token(result.token) is not None
    async with read_session() as session:
        assert (await people.get_user(session, "dora")).last_seen_at is not None
