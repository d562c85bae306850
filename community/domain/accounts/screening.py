"""The site settings for words and links, applied to names, usernames and biographies.

These texts cannot wait for a moderator, so they are refused.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.domain import site
from community.domain.site import WrittenText
from community.models import User


async def ensure_registration_allowed(
    session: AsyncSession, *, name: str, slug: str | None
) -> None:
    """Raise `Invalid` if the settings do not allow the name or the username of a new account."""
    texts = [WrittenText.of_line("name", name), WrittenText("slug", slug or "")]
    await site.ensure_texts_allowed(session, Actor(joined_at=clock.now()), texts)


async def ensure_profile_allowed(
    session: AsyncSession, actor: Actor, user: User, **changes: str
) -> None:
    """Raise `Invalid` if the settings do not allow the new values of fields of the profile.

    Words and links that a field already contains have no effect.
    """
    await site.ensure_texts_allowed(
        session,
        actor,
        [WrittenText.of_line(name, value) for name, value in changes.items()],
        former=[WrittenText.of_line(name, getattr(user, name)) for name in changes],
    )
