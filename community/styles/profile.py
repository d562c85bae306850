"""Class names for the header of profile and community pages."""

from collections.abc import Mapping
from typing import Final

from community.styles import listing
from community.styles.ui.icons import IconName

HEAD: Final = "pb-2"
HEADER: Final = "overflow-hidden rounded-lg bg-well aspect-[3/1]"
HEADER_IMAGE: Final = "size-full object-cover"
# On narrow phones, all buttons are below the image, because some would cover the header.
TOP: Final = "-mt-10 flex flex-wrap items-end justify-between gap-2 px-1 sm:-mt-12 sm:px-4"
AVATAR_RING: Final = "ring-4 ring-page"
ACTIONS: Final = "ms-auto flex items-center justify-end gap-2 pb-1 max-sm:gap-1"
TEXT: Final = "mt-4 px-1 sm:px-4"
NAME: Final = (
    "font-serif text-2xl font-semibold tracking-tight text-ink text-balance wrap-anywhere "
    "sm:text-3xl"
)
SLUG_LINE: Final = "flex min-w-0 items-center gap-2"
SLUG: Final = "text-ui text-ink-faint"
BIO: Final = "prose-comment mt-3 max-w-prose text-ink-soft text-pretty"
STATS: Final = "mt-4 flex flex-wrap gap-x-5 gap-y-1 text-ui text-ink-faint"
STAT_NUMBER: Final = "font-semibold text-ink"
STAT_LINK: Final = "rounded-sm hover:text-ink"
BADGES: Final = "mt-4 flex flex-wrap gap-1.5"
USER_LIST: Final = "divide-y divide-line"
USER_ROW: Final = "flex items-center gap-3 py-3.5"
# The list of posts below the header.
POSTS: Final = "mt-6 border-t border-line"
# The "Write" button. It is hidden on phones, where the bottom navigation contains "Write".
WRITE_BUTTON: Final = "max-sm:hidden"

# The pages below the header.
TABS: Final = "mt-6"
COMMENT: Final = "border-b border-line py-5"
COMMENT_HEADING: Final = "mb-1.5 text-base font-semibold text-ink"
COMMENTED_POST: Final = "rounded-sm underline-offset-3 hover:underline"
# The list shows the beginning of a long comment.
COMMENT_TEXT: Final = (
    "prose-comment max-h-60 overflow-hidden "
    "[mask-image:linear-gradient(#000_calc(15rem-2rem),transparent_15rem)]"
)
COMMENT_NOTES: Final = "mt-2 flex flex-wrap gap-x-3 text-sm text-ink-faint"
ABOUT: Final = "mt-6 flex flex-col gap-10"
FACTS: Final = "flex flex-wrap gap-x-12 gap-y-4"
FACT_TERM: Final = "text-sm text-ink-faint"
FACT_VALUE: Final = "mt-0.5 text-base font-semibold text-ink"
SECTION_HEADING: Final = "mb-2 text-lg font-semibold tracking-tight text-ink"
CHART_HEAD: Final = "mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2"
CHART: Final = "relative mb-3 rounded-lg bg-surface px-4 py-9 inset-ring inset-ring-line"
CHART_LINE: Final = (
    "h-auto w-full overflow-visible fill-none stroke-accent stroke-2 [stroke-linecap:round] "
    "[stroke-linejoin:round] [vector-effect:non-scaling-stroke]"
)
CHART_BEST: Final = "absolute start-4 top-2.5 text-sm tabular-nums text-ink-faint"
CHART_WORST: Final = "absolute start-4 bottom-2.5 text-sm tabular-nums text-ink-faint"
MESSAGE_BUTTON: Final = "max-sm:w-10 max-sm:px-0"
MESSAGE_LABEL: Final = "max-sm:sr-only"

# The codes are those of `people.name_appearance`.
NAME_STYLES: Final[Mapping[str, str]] = {
    "ocean": "name-ocean",
    "forest": "name-forest",
    "plum": "name-plum",
    "rose": "name-rose",
    "sunset": "name-sunset",
    "aurora": "name-aurora",
}
BADGE_ICONS: Final[Mapping[str, IconName]] = {
    "star": "star",
    "heart": "heart",
    "flame": "flame",
    "leaf": "leaf",
    "moon": "moon",
    "book": "book",
    "coffee": "coffee",
    "crown": "crown",
}
LINE: Final = "flex min-w-0 items-center gap-1.5"
BADGE: Final = "relative z-1 inline-flex shrink-0 text-accent"
# As large as the name, but not in the heading of a profile.
BADGE_ICON: Final = "icon size-[1em] min-w-3.5 min-h-3.5 max-w-5 max-h-5 fill-accent-soft"
# Keeps the badge on the line of the last word of a name.
NO_WRAP: Final = "whitespace-nowrap"
# The mark of the account with which the site itself writes. It is not in the font of a heading.
BOT_BADGE: Final = (
    "inline-flex shrink-0 items-center rounded-sm bg-well px-1.5 py-px font-sans text-2xs "
    "font-medium tracking-normal text-ink-soft"
)

SUGGESTIONS: Final = "flex flex-col pt-6"
TITLE: Final = "font-serif text-2xl font-semibold tracking-tight text-ink"
FOLLOW_SUGGESTIONS_TEXT: Final = "mt-1.5 text-ui text-ink-soft text-pretty"
SECTION: Final = "flex items-baseline justify-between gap-4 pt-8 pb-3"
SECTION_TITLE: Final = "text-base font-semibold text-ink"
LIST: Final = listing.LIST
# The button stays at the bottom of the window, where it covers no heading.
SHOW_FEED_CONTAINER: Final = (
    "pointer-events-none sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 flex h-16 "
    "items-end empty:h-0 justify-center sm:bottom-6"
)
