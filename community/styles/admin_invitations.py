"""Class names for the section with the invitations."""

from typing import Final

NOTICE: Final = (
    "mb-4 flex items-start gap-2.5 rounded-lg bg-well px-4 py-3 text-ui text-ink-soft text-pretty"
)
LINK: Final = "text-accent underline underline-offset-3"
USES: Final = "flex flex-col gap-2 text-sm"
USE: Final = "flex items-baseline justify-between gap-3"
USE_TIME: Final = "shrink-0 text-ink-faint"
EMPTY: Final = "text-sm text-ink-faint"
