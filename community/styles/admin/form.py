"""Class names for the form of settings in the Admin Panel."""

from typing import Final

from community.styles.ui import form

FORM: Final = "group/form flex max-w-4xl flex-col gap-5"
# A long form with links to its parts: beside it on wide screens, in a row above it on others.
LAYOUT: Final = "xl:grid xl:grid-cols-[minmax(0,56rem)_12rem] xl:gap-8"
CONTENTS: Final = (
    "sticky top-header z-20 -mx-4 mb-5 border-b border-line bg-page/92 backdrop-blur-md sm:-mx-8 "
    "sm:px-4 xl:top-[calc(var(--spacing-header)+1.75rem)] xl:order-last xl:mx-0 xl:mb-0 "
    "xl:max-h-[calc(100dvh-var(--spacing-header)-3.5rem)] xl:self-start xl:overflow-y-auto "
    "xl:border-b-0 xl:bg-transparent xl:px-0 xl:backdrop-blur-none"
)
CONTENTS_LIST: Final = (
    "flex gap-5 overflow-x-auto ps-4 pe-12 [scrollbar-width:none] "
    "[mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-3rem),transparent)]"
    " xl:flex-col xl:gap-0.5 xl:border-s xl:border-line xl:p-0 xl:[mask-image:none]"
)
CONTENTS_LINK: Final = (
    "-mb-px shrink-0 border-b-2 border-transparent py-3 text-sm font-medium text-ink-faint "
    "transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 "
    "aria-[current=true]:border-ink aria-[current=true]:text-ink xl:-ms-px xl:mb-0 xl:border-s-2 "
    "xl:border-b-0 xl:py-1.5 xl:ps-4 xl:font-normal xl:aria-[current=true]:font-medium"
)
# The margin makes a link to a part stop below the row of links.
SECTION: Final = (
    "group/part scroll-mt-16 rounded-lg bg-surface px-4 inset-ring inset-ring-line sm:px-6 "
    "xl:scroll-mt-4"
)
# What a part shows only while its switch is on.
SWITCHED: Final = (
    "hidden border-t border-line group-has-[[data-part-switch]_input:checked]/part:block"
)
ADVANCED: Final = "group/advanced py-1"
ADVANCED_SUMMARY: Final = (
    "flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm text-sm font-medium "
    "text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden"
)
ADVANCED_ICON: Final = "icon -rotate-90 text-ink-faint group-open/advanced:rotate-0"
ADVANCED_ROWS: Final = "divide-y divide-line"
SECTION_HEADER: Final = "border-b border-line py-4"
SECTION_TITLE: Final = "text-base font-semibold text-ink"
SECTION_TEXT: Final = "mt-0.5 text-sm text-ink-faint text-pretty"
ROWS: Final = "divide-y divide-line"
EXTRA: Final = "flex flex-col gap-3 border-t border-line py-4 empty:hidden"

# A setting: its label on the left and its input on the right, or below each other on a phone. The
# script of the form marks rows with another value than the saved one or the default.
ROW: Final = (
    "group/row relative grid gap-x-8 gap-y-2.5 py-4 "
    "md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:items-start "
    "data-changed:before:absolute data-changed:before:inset-y-4 data-changed:before:-inset-s-4 "
    "data-changed:before:w-0.5 data-changed:before:rounded-full "
    "data-changed:before:bg-accent-solid sm:data-changed:before:-inset-s-6"
)
SWITCH_ROW: Final = f"{ROW} max-md:grid-cols-[minmax(0,1fr)_auto]"
WIDE_ROW: Final = "group/row relative flex flex-col gap-2.5 py-4"
LABELS: Final = "min-w-0"
LABEL: Final = form.LABEL
HELP: Final = "mt-0.5 text-sm text-ink-faint text-pretty"
CONTROL: Final = "flex min-w-0 flex-col gap-1.5"
CONTROL_LINE: Final = "flex min-h-10 items-center gap-2"
SWITCH_LINE: Final = "flex min-h-6 items-center gap-3"
INPUT_CELL: Final = "min-w-0 flex-1"
NUMBER: Final = f"{form.INPUT} max-w-32 tabular-nums"
TIME: Final = f"{form.INPUT} max-w-64"
MONOSPACE: Final = f"{form.TEXTAREA} font-mono text-sm"
PAGE_TEXT: Final = f"{form.TEXTAREA} min-h-36 max-h-[60vh] overflow-y-auto font-mono text-sm"
LIST: Final = f"{form.TEXTAREA} max-h-80 overflow-y-auto"
UNIT: Final = "shrink-0 text-sm text-ink-faint"
# On wide screens, the inputs keep their width when the button appears.
RESET: Final = (
    "invisible -my-1 max-md:hidden group-data-custom/row:visible "
    "max-md:group-data-custom/row:inline-flex"
)
# The place of that button beside an input that has none.
RESET_SPACE: Final = "size-8 shrink-0 max-md:hidden"
ERROR: Final = form.ERROR

# The colours of a theme, whatever the theme of the page is.
_USED_COLOR: Final = (
    "flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-page px-3 "
    "py-2 inset-ring inset-ring-line"
)
COLOR: Final = {
    "row": "flex max-w-64 items-center gap-2",
    "picker": (
        "size-10 shrink-0 cursor-pointer appearance-none rounded-md border-0 bg-surface p-1 "
        "inset-ring inset-ring-line-strong"
    ),
    "input": f"{form.INPUT} font-mono",
    "field": "min-w-0 flex-1",
    "used": "mt-2 flex flex-wrap gap-2",
    "light": f"{_USED_COLOR} scheme-light",
    "dark": f"{_USED_COLOR} scheme-dark",
    "theme": "text-2xs text-ink-faint",
    "link": "text-sm font-medium text-accent underline underline-offset-3",
    "button": "rounded-md bg-accent-solid px-2.5 py-1 text-xs font-medium text-on-accent",
    "note": "mt-2 text-xs text-pretty text-ink-faint",
}
LOGO_FRAME: Final = "flex h-16 w-40 shrink-0 items-center justify-center rounded-md bg-well"
IMAGE: Final = "absolute inset-0 size-full object-contain p-2"
NO_IMAGE: Final = "text-sm text-ink-faint"

FILE: Final = (
    "w-full min-w-0 text-sm text-ink-soft file:me-3 file:h-10 file:cursor-pointer file:rounded-md "
    "file:border-0 file:bg-well file:px-4 file:text-sm file:font-medium file:text-ink"
)
IMPORT_ROW: Final = "flex flex-col gap-1 py-3"
IMPORT_VALUES: Final = "flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm"
_IMPORT_VALUE: Final = "line-clamp-4 min-w-0 wrap-anywhere whitespace-pre-line"
IMPORT_BEFORE: Final = f"{_IMPORT_VALUE} text-ink-faint"
IMPORT_AFTER: Final = f"{_IMPORT_VALUE} font-medium text-ink"

PREVIEW: Final = "rounded-md bg-page p-4 inset-ring inset-ring-line"
PREVIEW_ACTIONS: Final = "flex flex-wrap items-center gap-2"

# The bar with the button stays visible while the form is scrolled.
SAVE_BAR: Final = (
    "sticky bottom-0 z-10 -mx-4 flex items-center gap-3 border-t border-line bg-page/92 px-4 py-3 "
    "backdrop-blur-md sm:-mx-6 sm:px-6 max-lg:bottom-[env(safe-area-inset-bottom)]"
)
UNSAVED: Final = "hidden text-sm text-ink-faint group-data-unsaved/form:inline"

CONFLICTS: Final = "rounded-lg bg-surface p-4 inset-ring-2 inset-ring-danger sm:p-6"
CONFLICTS_TITLE: Final = "text-base font-semibold text-ink"
CONFLICTS_TEXT: Final = "mt-1 text-sm text-ink-soft text-pretty"
CONFLICTS_ROWS: Final = "mt-4 flex flex-col gap-4"
CONFLICT: Final = {
    "row": "flex flex-col gap-2",
    "label": "text-sm font-medium text-ink",
    "options": "grid gap-2 sm:grid-cols-2",
    "option": (
        "flex min-h-11 min-w-0 flex-col gap-1 rounded-md bg-surface px-3 py-2 text-start "
        "inset-ring inset-ring-line hover:bg-well aria-pressed:bg-accent-soft "
        "aria-pressed:inset-ring-2 aria-pressed:inset-ring-accent-line"
    ),
    "side": "text-xs text-ink-faint",
    "value": "max-h-40 overflow-y-auto text-ui text-ink whitespace-pre-wrap wrap-anywhere",
}
FACTS: Final = "grid gap-x-8 gap-y-2 py-4 text-sm sm:grid-cols-[auto_1fr]"
FACT_NAME: Final = "text-ink-faint"
FACT_VALUE: Final = "text-ink wrap-anywhere"
LANGUAGE_ROW: Final = (
    "grid gap-x-8 gap-y-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:items-start"
)
LANGUAGE: Final = "flex items-center gap-2 text-sm text-ink"
TRANSFER: Final = "flex flex-wrap items-center gap-3"
CALLBACK_ROW: Final = "flex flex-wrap items-center gap-2 *:first:basis-full"
CALLBACK: Final = (
    "min-h-9 min-w-0 flex-1 basis-64 rounded-md bg-well px-3 py-2 font-mono text-sm leading-5 "
    "text-ink-soft wrap-anywhere"
)
GUIDE: Final = "text-sm text-ink-soft text-pretty"
GUIDE_LINK: Final = "font-medium text-accent underline underline-offset-3"
LINES: Final = "whitespace-pre-line wrap-anywhere"
TEST_ROW: Final = "flex flex-wrap items-center gap-3"
TEST_OK: Final = "text-sm text-success"
TEST_FAILED: Final = "text-sm text-danger"

LINK: Final = "text-accent underline underline-offset-3"
USES: Final = "flex flex-col gap-2 text-sm"
USE: Final = "flex items-baseline justify-between gap-3"
USE_TIME: Final = "shrink-0 text-ink-faint"
EMPTY: Final = "text-sm text-ink-faint"

UNUSED: Final = (
    "flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:ms-auto max-sm:col-span-2 "
    "max-sm:justify-between max-sm:border-t max-sm:border-line"
)
SIZE: Final = "text-xs text-ink-soft whitespace-nowrap"

MEDIA_PREVIEW: Final = "h-auto max-h-96 w-full rounded-md bg-well object-contain"
MORE: Final = "mt-3 text-sm"
MEDIA_USES: Final = "flex flex-col divide-y divide-line text-sm"
MEDIA_USE: Final = "flex flex-col gap-0.5 py-2 first:pt-0"
USE_LABEL: Final = "text-xs text-ink-faint"
USE_LINK: Final = "truncate text-accent underline-offset-3 hover:underline"
