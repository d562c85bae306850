"""Class names for reactions and for the reaction picker."""

from typing import Final

BAR: Final = "flex min-w-0 flex-wrap items-center gap-1.5"
# The attribute `aria-pressed` marks the reaction that the viewer has chosen.
CHIP: Final = (
    "touch-target inline-flex h-8 items-center gap-1.5 rounded-full bg-ink/6 px-2.5 text-sm "
    "text-ink-soft transition-colors duration-100 select-none hover:bg-ink/11 "
    "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:inset-ring "
    "aria-pressed:inset-ring-accent-line disabled:pointer-events-none"
)
CHIP_SMALL: Final = (
    "touch-target inline-flex h-7 items-center gap-1 rounded-full bg-ink/6 px-2 text-xs "
    "text-ink-soft transition-colors duration-100 select-none hover:bg-ink/11 "
    "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:inset-ring "
    "aria-pressed:inset-ring-accent-line disabled:pointer-events-none"
)
# A reaction that the viewer cannot choose, for example to a post of their own.
COUNT: Final = (
    "inline-flex h-8 items-center gap-1.5 rounded-full bg-ink/6 px-2.5 text-sm text-ink-soft"
)
COUNT_SMALL: Final = (
    "inline-flex h-7 items-center gap-1 rounded-full bg-ink/6 px-2 text-xs text-ink-soft"
)
EMOJI: Final = "size-[1.25em] shrink-0 text-[1.125em] leading-none"
ADD: Final = (
    "touch-target inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-full text-sm "
    "select-none [-webkit-touch-callout:none] "
    "text-ink-faint transition-colors duration-100 hover:bg-ink/6 hover:text-ink first:-ms-2 "
    "aria-expanded:bg-ink/6 aria-expanded:text-ink"
)
ADD_SMALL: Final = (
    "touch-target inline-flex size-7 items-center justify-center rounded-full text-sm select-none "
    "[-webkit-touch-callout:none] "
    "text-ink-faint transition-colors duration-100 hover:bg-ink/6 hover:text-ink first:-ms-1.5 "
    "aria-expanded:bg-ink/6 aria-expanded:text-ink"
)
PICKER: Final = "menu reaction-picker rounded-full bg-surface p-1 text-ink shadow-menu"
PICKER_ROW: Final = "flex flex-wrap items-center gap-0.5"
PICKER_CHOICE: Final = (
    "flex size-10 items-center justify-center rounded-full text-xl transition-transform "
    "duration-100 hover:scale-115 hover:bg-well aria-pressed:bg-accent-soft disabled:opacity-40"
)
PICKER_EMOJI: Final = "size-6 leading-none"
