"""Class names for the header of profile and community pages."""

from typing import Final

HEAD: Final = "pb-2"
HEADER: Final = "overflow-hidden rounded-lg bg-well aspect-[3/1] sm:aspect-[4/1]"
HEADER_IMAGE: Final = "size-full object-cover"
TOP: Final = "-mt-10 flex items-end justify-between gap-4 px-1 sm:-mt-12 sm:px-4"
# The dot on a large avatar that shows that the user is online.
ONLINE_DOT: Final = (
    "absolute inset-e-1.5 bottom-1.5 size-4 rounded-full bg-success-solid ring-3 ring-page"
)
AVATAR_RING: Final = "ring-4 ring-page"
ACTIONS: Final = "flex flex-wrap items-center justify-end gap-2 pb-1 max-sm:gap-1"
TEXT: Final = "mt-4 px-1 sm:px-4"
NAME: Final = (
    "flex flex-wrap items-center gap-x-2 font-serif text-2xl font-semibold tracking-tight "
    "text-ink sm:text-3xl"
)
SLUG: Final = "text-ui text-ink-faint"
BIO: Final = "mt-3 max-w-prose text-base text-ink-soft text-pretty"
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
