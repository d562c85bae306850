"""Class names for the editor page, the publish dialog and the list of drafts."""

from typing import Final

from community.styles.ui import form

# The height of this bar must equal the sticky offset of the toolbar (`EDITOR["bar"]` in
# `styles/editor.py`).
BAR: Final = (
    "sticky top-0 z-20 -mx-2 flex h-12 items-center gap-3 bg-page/92 px-2 backdrop-blur-md "
    "sm:top-header sm:h-14"
)
BAR_BACK: Final = "-ms-2 sm:hidden"
STATUS: Final = (
    "min-w-0 truncate text-sm text-ink-faint data-[status=error]:text-danger "
    "data-[status=unsaved]:text-danger data-[status=offline]:text-ink-soft"
)
BAR_END: Final = "ms-auto flex shrink-0 items-center gap-2"
EDITOR_AREA: Final = "pt-2 pb-24"
TITLE: Final = (
    "block w-full resize-none bg-transparent pb-2 font-serif text-3xl font-semibold "
    "tracking-[-0.02em] text-ink field-sizing-content placeholder:text-ink-faint "
    "focus-visible:outline-none sm:text-4xl hyphens-auto"
)
FIELD_ERROR: Final = f"{form.ERROR} mt-2"
TEXT: Final = "mt-2"

CONFLICT: Final = "mt-4 rounded-lg bg-accent-soft px-5 py-4"
CONFLICT_TITLE: Final = "text-ui font-semibold text-ink"
CONFLICT_TEXT: Final = "mt-1 text-ui text-ink-soft text-pretty"
CONFLICT_ACTIONS: Final = "mt-3 flex flex-wrap gap-2"

# --- the publish dialog --------------------------------------------------------------------
COLUMNS: Final = "mt-6 grid gap-x-8 gap-y-7 sm:grid-cols-2"
COLUMN: Final = "flex min-w-0 flex-col gap-7"
ALERT: Final = "mt-6 flex flex-col items-start gap-3 empty:hidden"
# The buttons are sticky, because the fields can be taller than the dialog.
ACTIONS: Final = (
    "sticky -bottom-6 -mx-6 mt-8 -mb-6 flex flex-wrap items-center justify-end gap-3 border-t "
    "border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8"
)
ACTIONS_NOTE: Final = "me-auto text-sm text-ink-faint empty:hidden"
LEGEND: Final = "mb-1.5 text-sm font-medium text-ink"
COMMUNITIES: Final = "flex max-h-52 flex-col overflow-y-auto overscroll-contain"
COMMUNITY_ROW: Final = (
    "flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 text-ui text-ink hover:bg-well "
    "has-checked:bg-accent-soft has-focus-visible:outline-2 "
    "has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-line"
)
COMMUNITY_RADIO: Final = "sr-only"
COMMUNITY_NAME: Final = "min-w-0 flex-1 truncate"
COMMUNITY_CHECK: Final = "icon size-4.5 text-accent"
COMMUNITY_SEARCH: Final = f"{form.INPUT} mb-2"
COMMUNITY_NONE: Final = "px-2.5 py-2 text-ui text-ink-faint"
INTRO_FOOTER: Final = "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
INTRO_REMAINING: Final = (
    "ms-auto text-sm text-ink-faint tabular-nums data-[over-limit=true]:text-danger"
)
TEXT_BUTTON: Final = (
    "rounded-sm text-start text-sm font-medium text-accent underline-offset-3 hover:underline"
)

COVER_FRAME: Final = "rounded-lg"
COVER_IMAGE: Final = "aspect-[2/1] w-full bg-well object-cover"
COVER_EMPTY: Final = (
    "flex h-24 w-full items-center justify-center gap-2 rounded-lg border border-dashed "
    "border-line-strong text-ui text-ink-soft transition-colors duration-100 hover:bg-well "
    "hover:text-ink"
)
COVER_SUGGESTION: Final = f"flex items-center gap-2.5 {TEXT_BUTTON}"
COVER_SUGGESTION_IMAGE: Final = "h-9 w-[4.5rem] shrink-0 rounded-sm bg-well object-cover"

TAGS: Final = (
    "flex min-h-10 w-full cursor-text flex-wrap items-center gap-1.5 rounded-md bg-surface "
    "px-2 py-1.5 inset-ring inset-ring-line-strong transition-shadow duration-100 "
    "focus-within:inset-ring-2 focus-within:inset-ring-accent-line "
    "has-aria-invalid:inset-ring-danger"
)
TAG: Final = (
    "inline-flex h-7 max-w-full items-center gap-0.5 rounded-full bg-well ps-3 pe-1 text-sm "
    "text-ink [overflow-wrap:anywhere]"
)
TAG_REMOVE: Final = (
    "flex size-6 items-center justify-center rounded-full text-xs text-ink-faint "
    "hover:bg-well-strong hover:text-ink"
)
TAG_INPUT: Final = (
    "h-7 min-w-24 flex-1 bg-transparent px-1 text-base text-ink placeholder:text-ink-faint "
    "focus-visible:outline-none"
)

# --- the list of drafts --------------------------------------------------------------------
DRAFTS: Final = "flex flex-col"
DRAFT: Final = (
    "group/draft relative flex items-start gap-3 border-b border-line py-5 first:pt-1 last:border-0"
)
DRAFT_BODY: Final = "min-w-0 flex-1"
DRAFT_TITLE: Final = "font-serif text-xl font-semibold tracking-[-0.015em] text-ink line-clamp-2"
DRAFT_UNTITLED: Final = "font-serif text-xl font-semibold tracking-[-0.015em] text-ink-faint"
# The link covers the whole row. Buttons are stacked above it.
DRAFT_LINK: Final = (
    "after:absolute after:inset-0 group-hover/draft:underline decoration-line-strong "
    "decoration-1 underline-offset-4"
)
DRAFT_INTRO: Final = "mt-1 line-clamp-2 text-ui text-ink-soft text-pretty"
DRAFT_NOTE: Final = "mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-faint"
DRAFT_ACTIONS: Final = "relative z-1 -me-2 shrink-0"

FIELD: Final = "flex flex-col gap-2.5"
IMAGE_FIELD_COLUMN: Final = FIELD
ROW: Final = "flex flex-wrap items-center gap-4"
FRAME: Final = (
    "relative overflow-hidden outline-2 outline-offset-3 outline-transparent "
    "data-[drag-over=true]:outline-accent-line"
)
AVATAR_FRAME: Final = "size-24 shrink-0"
HEADER_FRAME: Final = "aspect-[3/1] w-full rounded-lg bg-well"
# The width / height of HEADER_FRAME and of the cover image on pages.
HEADER_ASPECT: Final = 3
HEADER_EMPTY: Final = "flex size-full items-center justify-center text-sm text-ink-faint"
IMAGE: Final = "absolute inset-0 size-full object-cover"
PENDING: Final = "absolute inset-0 size-full object-cover opacity-60"
PROGRESS: Final = "absolute inset-x-[15%] bottom-[15%] h-1.5 w-[70%]"
IMAGE_FIELD_ACTIONS: Final = "flex min-w-0 flex-wrap items-center gap-2 empty:hidden"

CROP: Final = (
    "relative mx-auto mt-6 w-[min(100%,50dvh*var(--aspect))] aspect-(--aspect) "
    "overflow-hidden rounded-lg bg-well"
)
CROP_AREA: Final = "focus-visible:outline-2 focus-visible:-outline-offset-2 outline-accent-line"
ZOOM: Final = "mt-5 flex items-center gap-4 text-sm text-ink-soft"
SLIDER: Final = "h-10 min-w-0 flex-1 accent-accent disabled:opacity-50"
CROP_PROGRESS: Final = "mt-3 h-1.5 w-full"
