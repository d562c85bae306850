"""Plays the scenes of the demo timeline.

Scenes call the functions that administrators and buyers call, so that all rules hold. Only a site
that was empty has them.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import jobs
from community.cli.demo import get_extras, get_users
from community.cli.demo_loader.load_context import LoadContext
from community.cli.demo_loader.scenes.advertisements import ADVERTISING_SCENES
from community.cli.demo_loader.scenes.inbox import INBOX_SCENES
from community.cli.demo_loader.scenes.mails import mark_mails_as_sent
from community.cli.demo_loader.scenes.messages import MESSAGE_SCENES
from community.cli.demo_loader.scenes.moderation import MODERATION_SCENES
from community.cli.demo_loader.scenes.payments import PAYMENT_SCENES, renew_until_now
from community.cli.demo_loader.scenes.plans import PLAN_SCENES, open_shop

SCENES: Final[dict[str, Callable[[AsyncSession, LoadContext], Awaitable[None]]]] = {
    "open_shop": open_shop,
    **PLAN_SCENES,
    **ADVERTISING_SCENES,
    **MODERATION_SCENES,
    **INBOX_SCENES,
    **MESSAGE_SCENES,
}


async def play_scene(session: AsyncSession, context: LoadContext, name: str) -> None:
    needs_plans = name in PLAN_SCENES
    if context.owns_site and (context.plan_ids or not needs_plans):
        await SCENES[name](session, context)


async def play_payment_scene(context: LoadContext, name: str) -> None:
    """Play a scene in transactions of its own. A scene that was interrupted can be repeated."""
    if context.plan_ids:
        await renew_until_now()
        await PAYMENT_SCENES[name](context)


async def finish_scenes() -> None:
    """Run the jobs of the scenes, without sending mails."""
    await mark_mails_as_sent([user.email for user in (*get_users(), *get_extras())])
    await jobs.run_due_jobs()
