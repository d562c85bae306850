"""Class names for the search field in the header, its suggestions, and the page of results."""

from typing import Final

from community.styles.ui import avatar, display
from community.styles.ui.icons import PATHS

# On phones, the header shows a link with an icon in place of the field.
HEADER_FIELD: Final = "max-sm:hidden w-full max-w-md"
HEADER_LINK: Final = (
    "ms-auto flex size-10 items-center justify-center rounded-full text-ink-soft hover:bg-well "
    "hover:text-ink sm:hidden"
)
PAGE_FIELD: Final = "[&_input]:h-12 [&_input]:text-base"

FORM: Final = "group/search relative w-full"
ICON: Final = "pointer-events-none absolute inset-y-0 inset-s-3.5 flex items-center text-ink-faint"
INPUT: Final = (
    "search-input h-9 w-full rounded-full bg-well ps-10 pe-9 text-ui text-ink "
    "placeholder:text-ink-faint transition-colors duration-100 hover:bg-well-strong "
    "focus:bg-surface focus:outline-2 focus:-outline-offset-1 focus:outline-accent-line "
    "[&::-webkit-search-cancel-button]:hidden"
)
HOTKEY: Final = (
    "pointer-events-none absolute inset-e-3 top-1/2 hidden h-5 min-w-5 -translate-y-1/2 "
    "items-center justify-center rounded-sm border border-line font-sans text-xs text-ink-faint "
    "sm:pointer-fine:flex group-focus-within/search:hidden!"
)
# --- suggestions ---
PANEL: Final = (
    "absolute inset-s-0 top-full z-40 mt-2 w-[max(100%,min(26rem,100vw-2rem))] "
    "max-h-[min(36rem,calc(100dvh-9rem))] overflow-y-auto "
    "overscroll-contain rounded-lg bg-surface p-1.5 text-ink shadow-menu"
)
GROUP_TITLE: Final = "px-2.5 pt-2.5 pb-1 text-xs font-medium text-ink-faint"
OPTION: Final = (
    "flex min-h-10 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-start text-ui text-ink "
    "hover:bg-well aria-selected:bg-well"
)
_MARK: Final = "flex size-7 shrink-0 items-center justify-center"

SEARCH_BOX: Final[dict[str, str]] = {
    "form": FORM,
    "icon": ICON,
    "input": INPUT,
    "hotkey": HOTKEY,
    "panel": PANEL,
    "group_title": GROUP_TITLE,
    "option": OPTION,
    "option_icon": f"{_MARK} text-ink-faint",
    "label": "min-w-0 flex-1 truncate",
    "match": "font-semibold",
    "note": "max-w-2/5 truncate text-sm text-ink-faint",
    "person_avatar": avatar.class_names("sm", "user"),
    "community_avatar": avatar.class_names("sm", "community"),
    "avatar_image": avatar.IMAGE,
    "clear": (
        "mt-1 flex h-9 w-full items-center rounded-sm px-2.5 text-sm text-ink-faint "
        "hover:bg-well hover:text-ink"
    ),
}
SEARCH_BOX_ICONS: Final[dict[str, str]] = {
    name: PATHS[name] for name in ("search", "history", "hash", "book")
}

# --- the page -----------------------------------------------------------------------------------
PAGE_HEADER: Final = "flex flex-col gap-2"
TOOLBAR: Final = "relative flex flex-wrap items-center gap-x-1 gap-y-3 py-3 sm:gap-x-4"
# If the language has long words, the links and the filters are in the next line.
TOOLBAR_END: Final = "ms-auto flex items-center sm:gap-x-4"
SORTS: Final = (
    "-ms-2 flex max-w-full min-w-0 flex-auto overflow-x-auto [scrollbar-width:none] "
    "sm:-ms-3 sm:gap-1"
)
SORT: Final = (
    "touch-target inline-flex h-8 shrink-0 items-center rounded-full px-2 text-sm text-ink-faint "
    "transition-colors duration-100 hover:text-ink sm:px-3 aria-[current=true]:bg-well "
    "aria-[current=true]:font-medium aria-[current=true]:text-ink"
)
FEED_LINK: Final = (
    "touch-target inline-flex size-8 shrink-0 items-center justify-center rounded-full "
    "text-ink-faint transition-colors duration-100 hover:bg-well hover:text-ink"
)
FILTERS: Final = "group/filters"
FILTERS_BUTTON: Final = (
    "touch-target inline-flex h-8 cursor-pointer list-none items-center gap-1.5 rounded-full px-2 "
    "text-sm text-ink-soft hover:bg-well hover:text-ink sm:px-3 group-open/filters:bg-well "
    "group-open/filters:text-ink [&::-webkit-details-marker]:hidden"
)
FILTERS_LABEL: Final = "max-sm:sr-only"
FILTERS_PANEL: Final = (
    "absolute inset-e-0 top-full z-20 mt-1 w-full max-w-md rounded-lg bg-surface p-5 shadow-menu "
    "[&_form]:flex [&_form]:flex-col [&_form]:gap-4"
)
DATES: Final = "grid grid-cols-2 gap-3"
CHIPS: Final = "flex basis-full flex-wrap gap-2"
CHIP: Final = (
    "touch-target inline-flex h-8 max-w-full items-center gap-1.5 truncate rounded-full "
    "bg-accent-soft ps-3.5 pe-2.5 text-sm text-accent hover:bg-well-strong"
)
TOTAL: Final = "pt-1 pb-3 text-sm text-ink-faint"
CORRECTION_LINE: Final = "py-2 text-base text-ink-soft"
CORRECTION: Final = "font-semibold text-accent underline-offset-3 hover:underline"
PROBLEM: Final = "py-10 text-center text-ui text-ink-soft"

NAMES: Final = "mb-2 grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3"
NAME_CARD: Final = (
    "flex h-full min-w-0 items-center gap-3 rounded-lg bg-well px-3.5 py-3 hover:bg-well-strong"
)
_MARKS: Final = "[&_mark]:rounded-xs [&_mark]:bg-accent-soft [&_mark]:text-ink"
NAME_CARD_TITLE: Final = (
    "truncate text-ui font-medium text-ink [&_mark]:bg-transparent [&_mark]:text-inherit"
)
NAME_CARD_NOTE: Final = "block truncate text-sm text-ink-faint"

LIST: Final = "divide-y divide-line"
ROW: Final = "group/result relative py-5 first:pt-3"
TEXT_RESULT: Final = "flex items-start gap-4"
BYLINE: Final = "flex min-w-0 items-center gap-1.5 text-sm text-ink-faint"
AUTHOR: Final = (
    "relative z-1 ms-1 truncate font-medium text-ink-soft underline-offset-3 hover:underline"
)
COMMUNITY: Final = (
    f"relative z-1 truncate underline-offset-3 hover:underline {display.META_SEPARATOR}"
)
NOTE: Final = f"shrink-0 {display.META_SEPARATOR}"
TITLE: Final = "mt-1.5 font-serif text-xl font-semibold tracking-[-0.015em] text-ink"
COMMENT_TITLE: Final = "mt-1.5 flex min-w-0 items-center gap-1.5 text-ui font-semibold text-ink"
COMMENT_ICON: Final = "icon size-4 shrink-0 text-ink-faint"
TITLE_TEXT: Final = "wrap-anywhere [&_mark]:bg-transparent [&_mark]:text-accent"
TITLE_LINK: Final = (
    "min-w-0 after:absolute after:inset-0 group-hover/result:underline decoration-line-strong "
    "decoration-1 underline-offset-4"
)
EXCERPT: Final = f"mt-1.5 line-clamp-3 text-ui text-ink-soft text-pretty wrap-anywhere {_MARKS}"
COUNTS: Final = "mt-2 flex gap-4 text-sm text-ink-faint empty:hidden"
THUMBNAIL: Final = "size-16 shrink-0 rounded-md bg-well object-cover sm:size-24"
NAME_RESULT: Final = "flex items-start gap-4"
NAME_TITLE: Final = "truncate text-base font-semibold text-ink"
NAME_NOTES: Final = (
    "flex min-w-0 gap-1.5 text-sm text-ink-faint *:not-first:before:me-1.5 "
    "*:not-first:before:content-['·']"
)
_TAG_PICTURE: Final = (
    "inline-flex shrink-0 items-center justify-center rounded-full bg-well-strong text-ink-soft"
)
TAG_PICTURES: Final[dict[str, str]] = {
    "sm": f"{_TAG_PICTURE} size-7",
    "md": f"{_TAG_PICTURE} size-10",
}
TIPS_SECTION: Final = "mt-8"
TIPS_TITLE: Final = "text-sm font-semibold text-ink"
TIPS: Final = "mt-3 flex flex-col gap-2.5"
TIP: Final = "flex flex-wrap items-baseline gap-x-3 gap-y-1"
TIP_CODE: Final = "rounded-sm bg-well px-1.5 py-0.5 font-mono text-sm text-ink"
TIP_TEXT: Final = "text-ui text-ink-soft"
