"""Class names for small elements: badges, cards, tabs, empty states and tooltips."""

from typing import Final, Literal, TypeAlias

Tone: TypeAlias = Literal["neutral", "accent", "danger", "success", "strong"]

BADGE: Final = (
    "inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap"
)
TONES: Final[dict[Tone, str]] = {
    "neutral": "bg-well text-ink-soft",
    "accent": "bg-accent-soft text-accent",
    "danger": "bg-danger-soft text-danger",
    "success": "bg-success-soft text-success",
    "strong": "bg-accent-solid text-on-accent",
}
# A number at the corner of an icon, such as the number of unread notifications.
COUNT_BADGE: Final = (
    "absolute inset-e-0 top-0 flex h-4.5 min-w-4.5 items-center justify-center rounded-full "
    "bg-accent-solid px-1 text-[0.6875rem] leading-none font-semibold text-on-accent "
    "tabular-nums ring-2 ring-page"
)

CARD: Final = "rounded-lg bg-surface p-5 inset-ring inset-ring-line"
CARD_TITLE: Final = "text-lg font-semibold tracking-tight"
CARD_HINT: Final = "mt-1 text-sm text-ink-faint"
PANEL: Final = "rounded-lg bg-well p-5"


TABS: Final = "flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none]"
TAB: Final = (
    "-mb-px shrink-0 border-b-2 border-transparent py-3 text-ui font-medium text-ink-faint "
    "transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 "
    "aria-selected:border-ink aria-selected:text-ink "
    "aria-[current=page]:border-ink aria-[current=page]:text-ink"
)

# A row of options, one of which is selected.
SEGMENTS: Final = "inline-flex gap-0.5 rounded-full bg-well p-0.5"
SEGMENT: Final = (
    "touch-target inline-flex h-8 items-center justify-center gap-1.5 rounded-full px-3 text-sm "
    "text-ink-faint transition-colors duration-100 hover:text-ink aria-pressed:bg-surface "
    "aria-pressed:text-ink aria-pressed:inset-ring aria-pressed:inset-ring-line"
)

EMPTY: Final = "flex flex-col items-center gap-2 px-6 py-16 text-center"
EMPTY_ICON: Final = "icon mb-2 size-8 text-ink-faint"
EMPTY_TITLE: Final = "text-lg font-semibold tracking-tight"
EMPTY_TEXT: Final = "max-w-sm text-ui text-ink-soft text-pretty"
EMPTY_ACTION: Final = "mt-4"

SKELETON: Final = "animate-pulse rounded-sm bg-well-strong"
TOOLTIP: Final = "tooltip"
# For elements at the end of a row, where a centred tooltip would extend beyond the window.
TOOLTIP_END: Final = "tooltip tooltip-end"
TIME: Final = "whitespace-nowrap"
COUNT: Final = "whitespace-nowrap"
KBD: Final = (
    "inline-flex h-5 min-w-5 items-center justify-center rounded-sm bg-well px-1 font-sans "
    "text-2xs font-medium text-ink-soft inset-ring inset-ring-line"
)
META_SEPARATOR: Final = "before:me-1.5 before:content-['·']"

# For elements that need JavaScript. They are hidden if it is disabled.
REQUIRES_SCRIPT: Final = "noscript:invisible"

# A new version of the images gets a new folder, because browsers cache the files without
# revalidation.
EMOJI_PREFIX: Final = "/emoji/"
_FILES: Final = {
    "👍": "1f44d",
    "❤️": "2764",
    "💡": "1f4a1",
    "😄": "1f604",
    "😮": "1f62e",
    "😢": "1f622",
    "🔥": "1f525",
    "👏": "1f44f",
    "🎉": "1f389",
}
# Other emoji, which administrators may choose, are shown as text.
EMOJI_IMAGES: Final = {emoji: f"{EMOJI_PREFIX}15.0/{name}.svg" for emoji, name in _FILES.items()}
# The size of the images in pixels, at which they are not blurred. Class names set the shown size.
EMOJI_PIXELS: Final = "36"

PAGE: Final = "animate-delayed"
ROW: Final = "flex flex-col gap-3 border-b border-line py-7 first:pt-4 last:border-0"
BYLINE: Final = "h-6 w-56 max-w-full"
TITLE: Final = "h-7 w-4/5"
LINE: Final = "h-4 w-full"
LAST_LINE: Final = "h-4 w-2/3"
HEADLINE: Final = "mt-4 h-10 w-full"
AVATAR: Final = "size-10 rounded-full"
HEADER: Final = "aspect-[3/1] w-full rounded-lg"
ARTICLE: Final = "flex flex-col gap-4"
