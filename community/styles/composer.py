"""Class names for the bar, toolbar and fields of the post editor and the comment composer."""

from typing import Final

PAGE: Final = "flex flex-col"
BAR: Final = (
    "sticky top-header z-20 -mx-2 flex items-center gap-3 bg-page/92 px-2 py-2.5 backdrop-blur-md"
)
STATUS: Final = "inline-flex items-center gap-1.5 text-sm text-ink-faint"
BAR_END: Final = "ms-auto flex items-center gap-2"
COVER: Final = (
    "mt-4 flex aspect-[2/1] w-full flex-col items-center justify-center gap-2 overflow-hidden "
    "rounded-lg bg-well text-ui text-ink-faint hover:bg-well-strong hover:text-ink"
)
TITLE: Final = (
    "mt-4 block w-full resize-none bg-transparent font-serif text-3xl font-semibold "
    "tracking-[-0.02em] text-ink field-sizing-content focus-visible:outline-none sm:text-4xl"
)
INTRO: Final = (
    "mt-3 block w-full resize-none bg-transparent text-lg text-ink-soft field-sizing-content "
    "focus-visible:outline-none sm:text-xl sm:leading-[1.4]"
)
TEXT: Final = "prose mt-6 min-h-[50dvh] focus-visible:outline-none"
TOOLBAR: Final = (
    "flex w-fit max-w-full items-center gap-0.5 rounded-lg bg-surface p-1 shadow-menu "
    "overflow-x-auto"
)
TOOLBAR_BUTTON: Final = (
    "inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-ink-soft "
    "max-sm:size-9 "
    "hover:bg-well hover:text-ink aria-pressed:bg-well-strong aria-pressed:text-ink"
)
