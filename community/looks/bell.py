"""The bell, and the rows of what happened."""

from typing import Final

BUTTON: Final = (
    "relative flex size-10 items-center justify-center rounded-full text-ink-soft "
    "transition-colors duration-100 hover:bg-well hover:text-ink aria-expanded:bg-well"
)
ICON: Final = "icon size-5.5"
# On the button of a person or a community: it rings for what they publish.
ON: Final = "icon fill-current"
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
FACE: Final = "relative shrink-0 self-start"
# What happened, as a small sign on the face.
KIND: Final = (
    "absolute -inset-e-1 -bottom-1 flex size-5 items-center justify-center rounded-full "
    "bg-surface text-ink-soft ring-1 ring-line"
)
KIND_ICON: Final = "icon size-3"
BODY: Final = "min-w-0 flex-1"
SENTENCE: Final = "text-ui text-ink-soft text-pretty"
WHO: Final = "font-semibold text-ink"
QUOTE: Final = "mt-0.5 line-clamp-2 text-sm text-ink-faint"
WHEN: Final = "mt-0.5 block text-xs text-ink-faint"
UNREAD: Final = "mt-1.5 size-2 shrink-0 rounded-full bg-accent-solid"
