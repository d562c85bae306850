"""Class names for the preview of an advertisement beside its form."""

from typing import Final

from community.styles.ui import display

# Wide screens show the preview beside the form, where it stays while the form is scrolled. The form
# has six rows of fields, and a row of buttons below both columns.
FORM: Final = (
    "lg:grid lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:content-start lg:gap-x-8 "
    "lg:*:col-start-1 lg:*:last:col-span-full"
)
PREVIEW: Final = (
    "flex min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:col-start-2! lg:row-start-1 "
    "lg:row-end-7 lg:self-start"
)
TOOLBAR: Final = "flex flex-wrap items-center justify-between gap-2"
# The height leaves room for the header of the sheet, the buttons above the frame, and the note and
# the buttons below.
FRAME: Final = (
    "relative h-96 overflow-hidden rounded-lg bg-well inset-ring inset-ring-line "
    "lg:h-[calc(100dvh-16rem)]"
)
IFRAME: Final = "absolute start-0 top-0 origin-top-left border-0 bg-page"
NOTE: Final = "text-sm text-ink-faint text-pretty empty:hidden"

CLASS_NAMES: Final = {
    "preview": PREVIEW,
    "toolbar": TOOLBAR,
    "segments": display.SEGMENTS,
    "segment": display.SEGMENT,
    "frame": FRAME,
    "iframe": IFRAME,
    "note": NOTE,
}
