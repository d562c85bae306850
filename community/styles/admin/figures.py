"""Class names for the numbers above a table of the Admin Panel."""

from typing import Final

FIGURES: Final = (
    "mb-5 flex flex-wrap items-stretch overflow-hidden rounded-lg bg-surface inset-ring "
    "inset-ring-line max-sm:grid max-sm:grid-cols-2"
)
FIGURE: Final = "px-4 py-3"
# A number that filters the table.
CHOICE: Final = "px-4 py-3 text-start hover:bg-well focus-visible:-outline-offset-2"
LABEL: Final = "text-xs text-ink-faint"
NUMBERS: Final = "flex items-baseline gap-2 tabular-nums"
NUMBER: Final = "text-lg font-semibold text-ink tabular-nums"
