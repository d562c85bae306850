"""Class names for lists in the Admin Panel that are not tables."""

from typing import Final

LIST: Final = "divide-y divide-line rounded-lg bg-surface inset-ring inset-ring-line"
ROW: Final = (
    "relative flex items-center gap-3 px-3 py-2 transition-opacity duration-100 max-sm:flex-wrap "
    "max-sm:gap-2 "
    "data-[dragged=true]:opacity-40 "
    "data-[drop=before]:before:absolute data-[drop=before]:before:inset-x-0 "
    "data-[drop=before]:before:-top-px data-[drop=before]:before:h-0.5 "
    "data-[drop=before]:before:bg-accent-line data-[drop=after]:before:absolute "
    "data-[drop=after]:before:inset-x-0 data-[drop=after]:before:-bottom-px "
    "data-[drop=after]:before:h-0.5 data-[drop=after]:before:bg-accent-line"
)
HANDLE: Final = (
    "touch-target flex size-8 shrink-0 cursor-grab touch-none items-center justify-center "
    "rounded-md text-ink-faint hover:bg-well hover:text-ink active:cursor-grabbing max-sm:-ms-2 "
    "max-sm:w-6"
)
ICON: Final = "size-7 shrink-0 text-2xl leading-none"
ICON_LARGE: Final = "size-12 text-4xl leading-none"
TEXT: Final = "flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1"
NAME: Final = "min-w-0 text-ui font-medium text-ink wrap-anywhere"
CODE: Final = "font-mono text-xs text-ink-faint max-sm:hidden"
# Names of plans can be longer than the row.
BADGES: Final = "flex flex-wrap gap-1.5 *:max-w-full *:whitespace-normal *:wrap-anywhere"
ACTIONS: Final = "ms-auto flex shrink-0 items-center gap-1 max-sm:gap-0"
HINT: Final = "mb-4 max-w-2xl text-sm text-ink-soft text-pretty"
PREVIEW: Final = "w-full max-w-sidebar rounded-lg bg-page p-4 inset-ring inset-ring-line"
FRAME: Final = "flex size-20 items-center justify-center rounded-lg bg-well"
# On phones, several actions are below the text.
COLUMN: Final = "flex min-w-0 flex-1 flex-col gap-0.5 py-1 max-sm:basis-2/3"
DETAILS: Final = "flex flex-wrap gap-x-4 text-sm text-ink-soft tabular-nums"
NOTE: Final = "text-sm text-ink-faint text-pretty wrap-anywhere empty:hidden"
CODE_NAME: Final = "min-w-0 font-mono text-ui font-medium text-ink wrap-anywhere"
SECTION: Final = "mt-10"
HEADER: Final = "mb-1 flex flex-wrap items-center justify-between gap-3"
TITLE: Final = "text-base font-semibold text-ink"
THUMBNAIL: Final = "h-10 w-16 shrink-0 rounded-md bg-well object-contain max-sm:hidden"
IMAGE: Final = "max-h-24 max-w-full object-contain"
WIDE_FRAME: Final = "flex h-24 w-full items-center justify-center rounded-lg bg-well p-2"
SHEET_STACK: Final = "flex flex-col gap-6"
ROW_HEADING: Final = "h-9 px-3 text-start font-normal wrap-anywhere first:ps-4"

HISTORY_SECTION: Final = "mb-5 flex flex-col items-stretch gap-4 *:first:self-start"
CHOICES: Final = "flex flex-wrap items-center gap-2"
CARDS: Final = "grid gap-5 md:grid-cols-2 xl:grid-cols-3"
