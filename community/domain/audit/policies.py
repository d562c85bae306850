"""Limits of the audit log, and the kinds of its targets."""

from typing import Final

REASON_MAX_LENGTH = 500
SEARCH_MAX_LENGTH = 100
TARGET_NAME_MAX_LENGTH = 200
# The kinds of targets, in the order of the filter.
TARGET_KINDS: Final = (
    "user",
    "settings",
    "post",
    "comment",
    "message",
    "community",
    "reaction",
    "upload",
    "invitation",
    "report",
    "job",
    "mail",
    "payment",
    "plan",
    "promo_code",
    "advertisement",
    "feature",
    "subscription",
)
