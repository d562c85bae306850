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
HEADER_FRAME: Final = "aspect-[3/1] w-full rounded-lg bg-well"
# The width / height of HEADER_FRAME and of the cover image on pages.
HEADER_ASPECT: Final = 3
HEADER_EMPTY: Final = "flex size-full items-center justify-center text-sm text-ink-faint"
IMAGE: Final = "absolute inset-0 size-full object-cover"
PENDING: Final = "absolute inset-0 size-full object-cover opacity-60"
PROGRESS: Final = "absolute inset-x-[15%] bottom-[15%] h-1.5 w-[70%] accent-accent-solid"
ACTIONS: Final = "flex min-w-0 flex-wrap items-center gap-2 empty:hidden"

CROP: Final = (
    "relative mx-auto mt-6 w-[min(100%,50dvh*var(--aspect))] aspect-(--aspect) "
    "overflow-hidden rounded-lg bg-well"
)
CROP_AREA: Final = "focus-visible:outline-2 focus-visible:-outline-offset-2 outline-accent-line"
ZOOM: Final = "mt-5 flex items-center gap-4 text-sm text-ink-soft"
SLIDER: Final = "h-10 min-w-0 flex-1 accent-accent disabled:opacity-50"
CROP_PROGRESS: Final = "mt-3 h-1.5 w-full accent-accent-solid"
