"""Class names for the names of users: their styles and badges.

`assets/styles/names.css` has the colors of the styles.
"""

from collections.abc import Mapping
from typing import Final

from community.styles.ui.icons import IconName

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
