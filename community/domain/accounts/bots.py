"""The account with which the assistant writes comments. No one can sign in with it."""

from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.text.skeletons import build_name_skeleton
from community.domain import identity, people
from community.i18n import gettext as _
from community.models import User
from community.models.people import lower_email

# The first choice. If another user has the name, a number follows.
BOT_NAME = "assistant"


async def find_bot(session: AsyncSession) -> User | None:
    return await session.scalar(
        select(User).where(lower_email == people.BOT_EMAIL, col(User.is_bot), identity.is_active)
    )


async def ensure_bot(session: AsyncSession) -> User:
    """Return the account of the assistant, and create it if the site has none."""
    await acquire_advisory_lock(session, "assistant-account")
    if (bot := await find_bot(session)) is not None:
        return bot
    slug, name = await people.suggest_slug(session, BOT_NAME), _("Assistant")
    bot = User(
        slug=slug,
        name=name,
        name_skeleton=build_name_skeleton(name),
        email=people.BOT_EMAIL,
        is_bot=True,
    )
    session.add(bot)
    await session.flush()
    return bot


def build_bot_actor(bot: User) -> Actor:
    """Return the account as an actor. Restrictions of new accounts do not apply to it."""
    joined_at = datetime(2000, 1, 1, tzinfo=UTC)
    return replace(identity.build_actor(bot), is_email_verified=True, joined_at=joined_at)
