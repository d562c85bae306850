"""The sections of the settings page."""

from community.components.settings.devices import devices
from community.components.settings.ignored import ignored_section
from community.components.settings.notifications import notifications
from community.components.settings.password import password
from community.components.settings.preferences import default_feed, online_status
from community.components.settings.profile import profile
from community.components.settings.section import horizontal_section_links, sidebar_section_links
from community.components.settings.tokens import tokens

__all__ = [
    "default_feed",
    "devices",
    "horizontal_section_links",
    "ignored_section",
    "notifications",
    "online_status",
    "password",
    "profile",
    "sidebar_section_links",
    "tokens",
]
