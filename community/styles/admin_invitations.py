"""Class names for the section with the invitations."""

from typing import Final

LINK: Final = "text-accent underline underline-offset-3"
USES: Final = "flex flex-col gap-2 text-sm"
USE: Final = "flex items-baseline justify-between gap-3"
USE_TIME: Final = "shrink-0 text-ink-faint"
EMPTY: Final = "text-sm text-ink-faint"
