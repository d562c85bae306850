"""Class names for the announcement, the cookie banner and the footer, which every page has."""

from typing import Final

ANNOUNCEMENT: Final = "bg-accent-soft text-ink"
ANNOUNCEMENT_ROW: Final = (
    "mx-auto flex w-full max-w-site items-center gap-3 px-4 py-2 text-sm sm:px-6"
)
ANNOUNCEMENT_TEXT: Final = "min-w-0 flex-1 text-center text-pretty"
ANNOUNCEMENT_LINK: Final = "font-medium underline underline-offset-3 hover:text-accent"
ANNOUNCEMENT_CLOSE: Final = (
    "touch-target flex size-7 shrink-0 items-center justify-center rounded-full text-ink-soft "
    "hover:bg-ink/8 hover:text-ink"
)

# Phones have a navigation bar at the bottom.
CONSENT: Final = (
    "fixed inset-x-3 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+0.75rem)] z-40 mx-auto "
    "flex max-w-2xl flex-col gap-3 rounded-xl bg-surface p-4 text-ui text-ink shadow-dialog "
    "sm:inset-x-6 sm:bottom-6 sm:flex-row sm:items-center sm:gap-5 sm:p-5"
)
CONSENT_TEXT: Final = "min-w-0 flex-1 text-pretty text-ink-soft"
CONSENT_LINK: Final = "text-accent underline-offset-3 hover:underline"
CONSENT_BUTTONS: Final = "flex shrink-0 flex-wrap gap-2 max-sm:*:flex-1"

FOOTER: Final = "flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-faint"
FOOTER_LINK: Final = "hover:text-ink"
# Below the content, on pages and screens without the sidebar, which contains the same links.
PAGE_FOOTER: Final = "mt-12 border-t border-line pt-5 lg:hidden"
# Private messages have the height of the window.
PAGE_FOOTER_WIDE: Final = "mt-12 border-t border-line pt-5 [body:has(.chat-frame)_&]:hidden"
