"""Class names of the section with images in the Admin Panel."""

from typing import Final

UNUSED: Final = (
    "flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:ms-auto max-sm:col-span-2 "
    "max-sm:justify-between max-sm:border-t max-sm:border-line"
)
SIZE: Final = "text-xs text-ink-soft whitespace-nowrap"

PREVIEW: Final = "h-auto max-h-96 w-full rounded-md bg-well object-contain"
MORE: Final = "mt-3 text-sm"
USES: Final = "flex flex-col divide-y divide-line text-sm"
USE: Final = "flex flex-col gap-0.5 py-2 first:pt-0"
USE_LABEL: Final = "text-xs text-ink-faint"
USE_LINK: Final = "truncate text-accent underline-offset-3 hover:underline"
