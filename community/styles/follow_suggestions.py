"""Class names for the suggestions in an empty Personal feed."""

from typing import Final

from community.styles import listing

SUGGESTIONS: Final = "flex flex-col pt-6"
TITLE: Final = "font-serif text-2xl font-semibold tracking-tight text-ink"
TEXT: Final = "mt-1.5 text-ui text-ink-soft text-pretty"
SECTION: Final = "flex items-baseline justify-between gap-4 pt-8 pb-3"
SECTION_TITLE: Final = "text-base font-semibold text-ink"
LIST: Final = listing.LIST
# The button stays at the bottom of the window, where it covers no heading.
SHOW_FEED_CONTAINER: Final = (
    "pointer-events-none sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 flex h-16 "
    "items-end empty:h-0 justify-center sm:bottom-6"
)
