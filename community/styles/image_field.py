"""Class names of the fields that upload one image."""

from typing import Final

FIELD: Final = "flex flex-col gap-2.5"
COLUMN: Final = FIELD
ROW: Final = "flex flex-wrap items-center gap-4"
FRAME: Final = (
    "relative overflow-hidden outline-2 outline-offset-3 outline-transparent "
    "data-[drag-over=true]:outline-accent-line"
)
AVATAR_FRAME: Final = "size-24 shrink-0"
HEADER_FRAME: Final = "aspect-[3/1] w-full rounded-lg bg-well sm:aspect-[4/1]"
HEADER_EMPTY: Final = "flex size-full items-center justify-center text-sm text-ink-faint"
IMAGE: Final = "absolute inset-0 size-full object-cover"
PENDING: Final = "absolute inset-0 size-full object-cover opacity-60"
PROGRESS: Final = "absolute inset-x-[15%] bottom-[15%] h-1.5 w-[70%] accent-accent-solid"
ACTIONS: Final = "flex min-w-0 flex-wrap items-center gap-2 empty:hidden"
