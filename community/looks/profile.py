"""The head of a person's page, and of a community's."""

from typing import Final

HEAD: Final = "pb-2"
HEADER: Final = "overflow-hidden rounded-lg bg-well aspect-[3/1] sm:aspect-[4/1]"
HEADER_PICTURE: Final = "size-full object-cover"
TOP: Final = "-mt-10 flex items-end justify-between gap-4 px-1 sm:-mt-12 sm:px-4"
# The dot of somebody who is here, on their large face.
ONLINE: Final = (
    "absolute inset-e-1.5 bottom-1.5 size-4 rounded-full bg-success-solid ring-3 ring-page"
)
FACE_RING: Final = "ring-4 ring-page"
ACTIONS: Final = "flex flex-wrap items-center justify-end gap-2 pb-1"
TEXT: Final = "mt-4 px-1 sm:px-4"
NAME: Final = (
    "flex flex-wrap items-center gap-x-2 font-serif text-2xl font-semibold tracking-tight "
    "text-ink sm:text-3xl"
)
# The paid styling of a name: the accent, never an animation.
NAME_FANCY: Final = "fancy"
SLUG: Final = "text-ui text-ink-faint"
BIO: Final = "mt-3 max-w-prose text-base text-ink-soft text-pretty"
FACTS: Final = "mt-4 flex flex-wrap gap-x-5 gap-y-1 text-ui text-ink-faint"
FACT_NUMBER: Final = "font-semibold text-ink"
FACT_LINK: Final = "rounded-sm hover:text-ink"
BADGES: Final = "mt-4 flex flex-wrap gap-1.5"
PEOPLE: Final = "divide-y divide-line"
PERSON: Final = "flex items-center gap-3 py-3.5"
# The posts under the head.
BELOW: Final = "mt-6 border-t border-line"
# On a phone the pen at the bottom is enough.
WRITE: Final = "max-sm:hidden"
