"""Registers the effects of changed settings and of removed images."""

from community import authentication
from community.core.events import after_commit, in_transaction, on_commit
from community.domain import accounts, communities, discovery, ratings, site, uploads
from community.realtime import hub, messages

SiteChange = site.SiteSettingsChanged | site.ReactionKindsChanged


def wire_site() -> None:
    _wire_settings()
    _wire_media()


def _wire_settings() -> None:
    in_transaction(site.SiteSettingsChanged, uploads.attach_site_images)
    in_transaction(site.SiteSettingsChanged, ratings.ensure_excluded_users_exist)
    on_commit(site.SiteSettingsChanged, _invalidate_cached_settings)
    on_commit(site.ReactionKindsChanged, _invalidate_cached_settings)
    after_commit(site.SiteSettingsChanged, _broadcast_site_changed)
    after_commit(site.ReactionKindsChanged, _broadcast_site_changed)
    hub.subscribe(messages.SiteChanged, _invalidate_cached_settings, first=True)
    hub.subscribe(messages.Resync, _invalidate_cached_settings, first=True)


def _wire_media() -> None:
    in_transaction(uploads.UploadRemoved, accounts.clear_removed_pictures)
    in_transaction(uploads.UploadRemoved, communities.clear_removed_pictures)
    on_commit(uploads.UploadRemoved, lambda _: uploads.clear_usage_cache())
    on_commit(uploads.UnusedUploadsRemoved, lambda _: uploads.clear_usage_cache())


def _invalidate_cached_settings(_: SiteChange | messages.SiteChanged | messages.Resync) -> None:
    """Remove what depends on the settings from the caches of this process."""
    site.invalidate_settings_cache()
    # Administrators may need a second factor with the new settings.
    authentication.clear_cache()
    discovery.invalidate_sidebar()


async def _broadcast_site_changed(event: SiteChange) -> None:
    if isinstance(event, site.SiteSettingsChanged):
        parts = site.list_page_parts(event.section, event.codes)
    else:
        parts = site.PARTS_WITH_REACTIONS
    await hub.publish(messages.SiteChanged(parts))
