"""Functions that change the site settings and remove outdated settings from the cache."""

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
    """Store one section of the site settings. All stored values of the section are replaced.

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


def invalidate_settings_cache(event: SiteSettingsChanged) -> None:
    """Remove the changed section of the settings from the in-memory cache of this process.

    Call this function immediately after the commit of the change.
    """
    cache.invalidate(event.section)
