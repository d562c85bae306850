"""Functions for the site-wide settings and for the list of reactions that users can choose."""

from community.domain.site.actions import invalidate_settings_cache, update_settings
from community.domain.site.events import SiteSettingsChanged
from community.domain.site.queries import (
    build_reaction_counts,
    get_content_settings,
    get_settings_section,
    list_reaction_choices,
)
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.domain.site.settings_sections import ContentSettings, SettingsSection

__all__ = [
    "ContentSettings",
    "ReactionChoice",
    "ReactionCount",
    "SettingsSection",
    "SiteSettingsChanged",
    "build_reaction_counts",
    "get_content_settings",
    "get_settings_section",
    "invalidate_settings_cache",
    "list_reaction_choices",
    "update_settings",
]
