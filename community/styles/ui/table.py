"""Class names for compact tables, which are mainly used in the Admin Panel."""

from typing import Final

FRAME: Final = "relative overflow-x-auto rounded-lg bg-surface inset-ring inset-ring-line"
TABLE: Final = "w-full border-collapse text-sm"
CAPTION: Final = "sr-only"
HEAD: Final = "border-b border-line text-start text-ink-faint"
HEAD_CELL: Final = "h-10 px-3 text-start font-medium whitespace-nowrap first:ps-4 last:pe-4"
HEAD_NUMBER: Final = "h-10 px-3 text-end font-medium whitespace-nowrap first:ps-4 last:pe-4"
SORT: Final = "inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink"
SORT_ICON: Final = "icon size-3.5"
ROW: Final = "border-b border-line last:border-0 hover:bg-well"
CELL: Final = "h-11 px-3 py-1.5 align-middle first:ps-4 last:pe-4"
NUMBER: Final = "h-11 px-3 py-1.5 text-end align-middle tabular-nums first:ps-4 last:pe-4"
ACTIONS: Final = "h-11 w-px px-3 py-1.5 text-end whitespace-nowrap last:pe-3"
TOOLBAR: Final = "mb-4 flex flex-wrap items-center gap-3"
PAGER: Final = "mt-4 flex items-center justify-between gap-3 text-sm text-ink-faint"
PAGER_BUTTONS: Final = "flex gap-2"
