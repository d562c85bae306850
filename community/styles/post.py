"""Class names for a post: its card in a feed, and its article."""

from typing import Final

from community.styles.ui import button, display

# --- card in a feed -----------------------------------------------------------------------------
FEED: Final = "flex flex-col"
CARD: Final = "group/post relative border-b border-line py-6 first:pt-4 last:border-0"
BYLINE: Final = "flex min-w-0 items-center gap-2.5 text-sm text-ink-faint"
# A single line, in which long names are truncated, first that of the community. Phones show the
# time below the names.
BYLINE_TEXT: Final = "flex min-w-0 flex-wrap items-center gap-x-1.5 sm:flex-nowrap"
NOTES: Final = (
    "flex basis-full gap-x-1.5 max-sm:*:first:before:content-none sm:shrink-0 sm:basis-auto"
)
AUTHOR: Final = "relative z-1 truncate font-medium text-ink underline-offset-3 hover:underline"
COMMUNITY: Final = "relative z-1 shrink-3 truncate text-ink-soft underline-offset-3 hover:underline"
NOTE: Final = f"shrink-0 whitespace-nowrap {display.META_SEPARATOR}"
# An inline block is not underlined when the link around it is.
COMMUNITY_PREFIX: Final = "me-1 inline-block text-ink-faint"
# The link of the title covers the whole card. Other links and buttons are stacked above it.
TITLE: Final = "mt-2.5 font-serif text-xl font-semibold tracking-[-0.015em] text-ink sm:text-2xl"
TITLE_LINK: Final = (
    "after:absolute after:inset-0 group-hover/post:underline decoration-line-strong "
    "decoration-1 underline-offset-4"
)
INTRO: Final = "mt-2 line-clamp-3 text-base text-ink-soft text-pretty wrap-anywhere"
COVER: Final = "mt-4 block max-h-64 w-full overflow-hidden rounded-lg bg-well aspect-[2/1]"
COVER_IMAGE: Final = "size-full object-cover"
FOOTER: Final = "relative z-1 mt-4 flex items-center gap-x-4 gap-y-2"
FOOTER_LINK: Final = (
    "touch-target inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full text-sm "
    "text-ink-faint transition-colors duration-100 hover:text-ink aria-pressed:text-accent"
)
FOOTER_END: Final = "ms-auto flex items-center gap-1"
FOOTER_ICON: Final = "icon size-4.5"
PINNED: Final = "mb-2 flex items-center gap-1.5 text-xs font-medium text-ink-faint"
# The container of the button for new posts. Its height is zero, so that the feed does not move
# when the button appears.
NEW_POSTS_CONTAINER: Final = (
    "pointer-events-none sticky top-[calc(var(--spacing-header)+0.75rem)] z-20 flex h-0 "
    "items-start justify-center"
)
NEW_POSTS_BUTTON: Final = (
    "pointer-events-auto mt-3 flex items-center gap-2 rounded-full bg-accent-solid px-4 py-2 "
    "text-sm font-medium text-on-accent shadow-menu hover:bg-accent-solid-hover"
)
MORE_LINK: Final = (
    "flex h-12 items-center justify-center gap-2 rounded-md text-ui text-ink-faint "
    "hover:text-ink aria-busy:animate-pulse"
)

# --- banner of an unpublished post ---
BANNER: Final = (
    "mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-well px-5 py-3.5 text-ui "
    "text-ink-soft"
)
BANNER_TEXT: Final = "flex min-w-0 flex-1 basis-56 items-center gap-2.5 text-pretty"
BANNER_ICON: Final = "icon size-5 text-ink-faint"
# The minimum height is that of the buttons, which are missing on the server-rendered page.
BANNER_ACTIONS: Final = "flex h-8 flex-wrap gap-2 empty:hidden"

# --- the article ---------------------------------------------------------------------------
ARTICLE: Final = "pt-2"
ARTICLE_COMMUNITY: Final = (
    "touch-target inline-block text-sm font-medium text-accent underline-offset-3 hover:underline"
)
HEADLINE: Final = (
    "mt-2 font-serif text-3xl font-semibold tracking-[-0.02em] text-ink sm:text-4xl hyphens-auto"
)
ARTICLE_INTRO: Final = "mt-4 text-lg text-ink-soft text-pretty sm:text-xl sm:leading-[1.4]"
BYLINE_LARGE: Final = "mt-6 flex items-center gap-3"
BYLINE_LARGE_TEXT: Final = "min-w-0 flex-1"
BYLINE_LARGE_NAME: Final = (
    "block truncate text-ui font-semibold text-ink underline-offset-3 hover:underline"
)
BYLINE_LARGE_NOTE: Final = "text-sm text-ink-faint"
FIGURE: Final = "mt-8"
FIGURE_FRAME: Final = "overflow-hidden rounded-lg bg-well aspect-[2/1]"
FIGURE_IMAGE: Final = "size-full object-cover"
TEXT: Final = "prose mt-8"
SITE_PAGE_TEXT: Final = "prose"
# --- the summary above the text ---
SUMMARY: Final = "mt-8 rounded-lg bg-well"
SUMMARY_BUTTON: Final = (
    "group/summary flex w-full items-center gap-2.5 rounded-lg px-5 py-3.5 text-ui font-medium "
    "text-ink-soft transition-colors duration-100 hover:text-ink"
)
SUMMARY_ICON: Final = "icon size-5 text-accent"
SUMMARY_CHEVRON: Final = (
    "icon size-5 text-ink-faint transition-transform duration-150 "
    "group-aria-expanded/summary:rotate-180"
)
SUMMARY_BODY: Final = "px-5 pb-4 empty:hidden"
SUMMARY_TEXT: Final = "prose text-base [&>:first-child]:mt-0 [&>:last-child]:mb-0"
SUMMARY_NOTE: Final = "mt-3 text-sm text-ink-faint first:mt-0"
SUMMARY_FAILED: Final = "flex flex-wrap items-center gap-3 text-ui text-ink-soft"
TAGS: Final = "mt-8 flex flex-wrap gap-2"
TAG: Final = (
    "touch-target inline-flex h-8 items-center rounded-full bg-well px-3.5 text-sm text-ink-soft "
    "transition-colors duration-100 hover:bg-well-strong hover:text-ink"
)
ACTIONS: Final = "mt-8 flex flex-wrap items-center gap-2 border-y border-line py-3"
ACTIONS_END: Final = "-me-2.5 ms-auto flex items-center gap-1"
SHARE_BUTTON: Final = " ".join(
    (
        button.class_names("quiet", "sm", icon_only=True),
        display.TOOLTIP_END,
        display.REQUIRES_SCRIPT,
    )
)

# The text of an article, in the serif font.
PROSE_ARTICLE: Final = "prose"

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
