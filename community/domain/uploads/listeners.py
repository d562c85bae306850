"""The listener that stores which images the site itself shows, such as its logo."""

from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import site
from community.domain.uploads.references import ImageField, set_images

# The images of the site have no object of their own.
_SITE_ID = 1
SITE_IMAGES: Final = {
    "logo": ImageField("site_logo", 2 * 1024**2, 640),
    "icon": ImageField("site_icon", 1024**2, 320),
}


async def attach_site_images(session: AsyncSession, event: site.SiteSettingsChanged) -> None:
    """Replace the ids of uploads in changed settings by the URLs of the images.

    Raise `Invalid` if an image is too large, does not exist or belongs to another user.
    """
    codes = SITE_IMAGES.keys() & set(event.codes)
    if event.section != site.GeneralSettings.name or not codes:
        return
    settings = await site.load_settings_section(session, site.GeneralSettings)
    upload_ids = {code: getattr(settings, code) for code in codes}
    urls = await set_images(
        session,
        Actor(user_id=event.changed_by_id),
        SITE_IMAGES,
        object_id=_SITE_ID,
        changes={code: UUID(value) if value else None for code, value in upload_ids.items()},
    )
    await site.store_image_urls(
        session, site.GeneralSettings, {code: url or "" for code, url in urls.items()}
    )
