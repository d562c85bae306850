"""The notification preferences that the settings page offers.

The HTTP API also accepts the preferences for features that this version of the site lacks.
"""

from community.domain.notifications.kinds import NotificationKind

# Private messages do not exist yet.
AVAILABLE_KINDS = frozenset(NotificationKind) - {NotificationKind.PRIVATE_MESSAGE}
