"""Functions that change the site settings."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.site import cache
from community.domain.site.events import SiteSettingsChanged
from community.domain.site.settings_sections import SettingsSection
from community.i18n import gettext as _
from community.models import SiteSetting


async def update_settings(session: AsyncSession, actor: Actor, section: SettingsSection) -> None:
    """Store all values of one section of the site settings.

    Raises:
        PermissionDenied: The actor is not an administrator.
    """
    if not actor.is_admin:
        raise PermissionDenied(_("Only administrators can change site settings."))
    row = SiteSetting(
        name=section.name,
        value=section.model_dump(mode="json"),
        changed_at=clock.now(),
        changed_by_id=actor.user_id,
    )
    await session.merge(row)
    events.record(session, SiteSettingsChanged(section.name, actor.user_id))


def invalidate_settings(event: SiteSettingsChanged) -> None:
    """Remove the changed section from the cache of this process.

    Call this immediately after the commit.
    """
    cache.invalidate(event.section)
