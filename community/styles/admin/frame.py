"""Class names for the layout of the Admin Panel, which is denser than that of the site."""

from typing import Final

PAGE: Final = "flex min-h-dvh flex-col"
HEADER: Final = "sticky top-0 z-30 border-b border-line bg-page/92 backdrop-blur-md"
HEADER_ROW: Final = "flex h-header w-full items-center gap-2 px-4 sm:gap-3 sm:px-6"
HEADER_ACTIONS: Final = "-me-1.5 ms-auto flex shrink-0 items-center gap-1"
MENU_BUTTON: Final = "-ms-2 lg:hidden"
MENU_GROUPS: Final = "flex w-64 flex-col gap-4 p-1.5"
BADGE: Final = "max-sm:hidden"
VIEW_SITE: Final = "max-sm:hidden"

BODY: Final = "flex w-full flex-1"
NAV: Final = (
    "sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] w-60 shrink-0 flex-col gap-5 "
    "self-start overflow-y-auto overscroll-contain border-e border-line px-3 py-5 lg:flex"
)
NAV_ITEMS: Final = "flex flex-col gap-px"
NAV_GROUP: Final = "px-2.5 pb-1.5 text-xs font-medium text-ink-faint"
NAV_LINK: Final = (
    "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-ink-soft "
    "transition-colors duration-100 hover:bg-well hover:text-ink focus-visible:-outline-offset-2 "
    "aria-[current=page]:bg-well aria-[current=page]:font-semibold aria-[current=page]:text-ink "
    "max-lg:min-h-11"
)
NAV_COUNT: Final = (
    "ms-auto min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-xs/5 font-medium "
    "text-accent tabular-nums"
)
NAV_ICON: Final = "icon size-4.5 shrink-0"

MAIN: Final = "mx-auto w-full min-w-0 max-w-[76rem] flex-1 px-4 pt-5 pb-16 sm:px-8 sm:pt-7 sm:pb-8"
HEADING: Final = "flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5"
TITLE_COLUMN: Final = "min-w-0"
TITLE: Final = "text-xl font-semibold tracking-tight text-ink"
HEADING_ACTIONS: Final = "flex flex-wrap items-center gap-2"
BREADCRUMBS: Final = "mb-1 flex items-center gap-1.5 text-sm text-ink-faint"
BREADCRUMB: Final = "flex items-center gap-1.5 before:text-line-strong before:content-['/']"
BREADCRUMB_LINK: Final = "rounded-sm hover:text-ink hover:underline underline-offset-3"

# A line above the content of a section.
NOTICE: Final = (
    "mb-4 flex items-start gap-2.5 rounded-lg bg-well px-4 py-3 text-ui text-ink-soft text-pretty"
)
NOTICE_LINK: Final = "text-accent underline underline-offset-3"
