"""The sections of the settings page."""

from community.components.settings.choices import default_feed, online_status
from community.components.settings.devices import devices
from community.components.settings.ignored import ignored
from community.components.settings.notifications import notifications
from community.components.settings.password import password
from community.components.settings.profile import profile
from community.components.settings.section import links_beside, links_in_row
from community.components.settings.tokens import tokens

__all__ = [
    "default_feed",
    "devices",
    "ignored",
    "links_beside",
    "links_in_row",
    "notifications",
    "online_status",
    "password",
    "profile",
    "tokens",
]
