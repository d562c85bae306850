"""Class names for the checklist of first steps on a new site."""

from typing import Final

from community.styles.ui import display

CARD: Final = f"{display.CARD} mt-5 sm:mt-6"
HEADER: Final = "-me-2 flex items-start justify-between gap-4"
INTRO: Final = "text-ui text-ink-soft text-pretty"
# The button at the end of the row has its tooltip inside the card.
CLOSE: Final = "tooltip-end"
STEPS: Final = "mt-4 flex flex-col divide-y divide-line"
STEP: Final = "flex items-start gap-3 py-3 last:pb-0"
STEP_TEXT: Final = "min-w-0 flex-1"
_MARK: Final = "mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full text-xs"
MARK: Final = f"{_MARK} inset-ring inset-ring-line-strong"
MARK_DONE: Final = f"{_MARK} bg-accent-solid text-on-accent"
TITLE: Final = "text-ui font-medium text-ink"
TITLE_LINE: Final = f"{TITLE} flex flex-wrap items-center gap-x-2 gap-y-1"
TITLE_DONE: Final = "text-ui text-ink-faint line-through"
TEXT: Final = "mt-0.5 text-sm text-ink-soft text-pretty"
