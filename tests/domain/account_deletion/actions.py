"""Actions that the tests of deleted accounts share."""

from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import account_deletion
from community.domain.accounts import ContentChoice
from community.domain.identity.two_factor.sign_ins import offer_restore
from community.jobs import run_due_jobs
from community.models import User
from tests.domain.moderation.actions import confirm

KEEP, ANONYMIZE, DELETE = ContentChoice.KEEP, ContentChoice.ANONYMIZE, ContentChoice.DELETE


async def delete_account(actor: Actor, content: ContentChoice = KEEP) -> None:
    """Delete an account with a session of its own, and run the jobs that hide its content."""
    confirmed = await confirm(actor)
    async with unit_of_work() as session:
        await account_deletion.delete(session, confirmed, content=content)
    await run_jobs()


async def build_offer(actor: Actor) -> str:
    """Return the token that a sign-in to the deleted account gives."""
    async with read_session() as session:
        return offer_restore(await session.get_one(User, actor.id)).token


async def restore_account(actor: Actor, token: str = "") -> None:
    token = token or await build_offer(actor)
    async with unit_of_work() as session:
        await account_deletion.restore(session, token=token)
    await run_jobs()


async def run_jobs() -> None:
    with clock.travel(timedelta(minutes=1)):
        await run_due_jobs()


async def get_user_row(actor: Actor) -> Any:
    async with read_session() as session:
        return await session.get_one(User, actor.id)
