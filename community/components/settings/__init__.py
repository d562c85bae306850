"""The sections of the settings page."""

from community.components.settings.account import account_deletion_section, data_export_section
from community.components.settings.email import email_section
from community.components.settings.ignored import ignored_section
from community.components.settings.passkeys import passkeys_section
from community.components.settings.preferences import (
    default_feed_section,
    messages_section,
    notifications_section,
    online_status_section,
)
from community.components.settings.profile import profile_section
from community.components.settings.section import (
    horizontal_section_links,
    section_placeholders,
    sidebar_section_links,
)
from community.components.settings.sign_in import (
    connections_section,
    devices_section,
    password_section,
)
from community.components.settings.subscription import subscription_section
from community.components.settings.tokens import tokens_section
from community.components.settings.two_step import two_step_section
