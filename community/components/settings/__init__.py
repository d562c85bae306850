"""The sections of the settings page."""

from community.components.settings.devices import devices_section
from community.components.settings.ignored import ignored_section
from community.components.settings.notifications import notifications_section
from community.components.settings.password import password_section
from community.components.settings.preferences import default_feed_section, online_status_section
from community.components.settings.profile import profile_section
from community.components.settings.section import (
    horizontal_section_links,
    section_placeholders,
    sidebar_section_links,
)
from community.components.settings.tokens import tokens_section

__all__ = [
    "default_feed_section",
    "devices_section",
    "horizontal_section_links",
    "ignored_section",
    "notifications_section",
    "online_status_section",
    "password_section",
    "profile_section",
    "section_placeholders",
    "sidebar_section_links",
    "tokens_section",
]
