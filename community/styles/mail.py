"""Class names for the section with the queue of emails."""

from typing import Final

BUTTONS: Final = "flex flex-wrap gap-2"
PREVIEW: Final = "h-96 w-full rounded-md border border-line"
PRIVATE: Final = "text-sm text-ink-soft"
