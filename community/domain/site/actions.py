"""Changing what the site offers and asks."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import NotAllowed
from community.domain.site import cache
from community.domain.site.events import SiteChanged
from community.domain.site.sections import Section
from community.models import SiteSetting


async def configure(session: AsyncSession, actor: Actor, section: Section) -> None:
    """Keep a section of the settings as it is given.

    Raises:
        NotAllowed: for everybody but administrators.
    """
    if not actor.is_admin:
        raise NotAllowed("Only administrators change the settings of the site.")
    row = SiteSetting(
        name=section.name,
        value=section.model_dump(mode="json"),
        changed_at=clock.now(),
        changed_by_id=actor.user_id,
    )
    await session.merge(row)
    events.record(session, SiteChanged(section.name, actor.user_id))


def forget_changed(fact: SiteChanged) -> None:
    """Let this process read the section again; belongs right after the commit."""
    cache.forget(fact.section)
