"""Limits of the audit log, and the rule that keeps secrets out of it."""

import re
from collections.abc import Mapping
from typing import Any, Final

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
# Longer texts are cut. The log shows what changed and is no copy of the content.
VALUE_MAX_LENGTH = 2_000

REDACTED = "••••"
_SECRET_NAME = re.compile(r"password|secret|token|api_?key|private_?key|credential")


def redact(value: Any, name: str = "") -> Any:
    """Return a copy of a JSON value without secrets and with shortened texts.

    A value is a secret if its name looks like the name of one. Masked values, which begin with
    `REDACTED`, are kept.
    """
    if isinstance(value, Mapping):
        return {str(key): redact(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [redact(item, name) for item in value]
    if _SECRET_NAME.search(name.lower()) and isinstance(value, str) and value:
        return value if value.startswith(REDACTED) else REDACTED
    if isinstance(value, str) and len(value) > VALUE_MAX_LENGTH:
        return value[: VALUE_MAX_LENGTH - 1] + "…"
    return value
