"""Class names for the notification button and the list of notifications."""

from typing import Final

from community.styles.ui import display

BUTTON: Final = (
    "relative flex size-10 items-center justify-center rounded-full text-ink-soft "
    "transition-colors duration-100 hover:bg-well hover:text-ink aria-expanded:bg-well"
)
ICON: Final = "icon size-5.5"
# The bell button of a user or community, which turns notifications about new posts on or off.
SUBSCRIBED_ICON: Final = "icon fill-current"
PANEL: Final = (
    "menu max-h-[min(38rem,82dvh)] w-[calc(100vw-0.75rem)] max-w-sm flex-col overflow-hidden "
    "rounded-lg bg-surface text-ink shadow-menu open:flex"
)
PANEL_HEAD: Final = "flex items-center justify-between gap-3 border-b border-line py-2.5 ps-4 pe-2"
PANEL_TITLE: Final = "text-ui font-semibold"
PANEL_LIST: Final = "min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
PANEL_FOOT: Final = "border-t border-line p-1.5"
LIST: Final = "flex flex-col gap-0.5"
ROW: Final = (
    "relative flex gap-3 rounded-md px-2.5 py-3 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
ROW_UNREAD: Final = (
    "relative flex gap-3 rounded-md bg-accent-soft/60 px-2.5 py-3 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
AVATAR: Final = "relative shrink-0 self-start"
# In place of the avatar, and of the same size.
NO_ACTOR: Final = "flex size-10 items-center justify-center rounded-full bg-well text-ink-soft"
# The icon on the avatar that shows the kind of notification.
KIND_BADGE: Final = (
    "absolute -inset-e-1 -bottom-1 flex size-5 items-center justify-center rounded-full "
    "bg-surface text-ink-soft ring-1 ring-line"
)
KIND_ICON: Final = "icon size-3"
KIND_EMOJI: Final = "size-3.5 text-xs leading-none"
BODY: Final = "min-w-0 flex-1"
MESSAGE: Final = "text-ui text-ink-soft text-pretty"
ACTOR: Final = "font-semibold text-ink"
QUOTE: Final = "mt-0.5 line-clamp-2 text-ui text-ink wrap-anywhere"
NOTE: Final = "mt-0.5 flex min-w-0 gap-x-1.5 text-sm text-ink-faint"
TARGET_TITLE: Final = f"truncate {display.META_SEPARATOR}"
UNREAD_DOT: Final = "mt-1.5 size-2 shrink-0 rounded-full bg-accent-solid"
