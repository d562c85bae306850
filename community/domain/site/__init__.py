"""Site-wide settings and the available reactions, which administrators configure."""

from community.domain.site.actions import invalidate_settings, update_settings
from community.domain.site.events import SiteSettingsChanged
from community.domain.site.queries import (
    get_content_settings,
    get_section,
    list_reaction_choices,
    list_reaction_counts,
)
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.domain.site.settings_sections import ContentSettings, SettingsSection

__all__ = [
    "ContentSettings",
    "ReactionChoice",
    "ReactionCount",
    "SettingsSection",
    "SiteSettingsChanged",
    "get_content_settings",
    "get_section",
    "invalidate_settings",
    "list_reaction_choices",
    "list_reaction_counts",
    "update_settings",
]
