"""Class names of the notice about the account of the viewer."""

from typing import Final

BAR: Final = "relative z-40 border-b border-line bg-danger-soft text-sm text-ink"
ROW: Final = "mx-auto flex w-full max-w-site items-center gap-3 px-4 py-2 sm:px-6 [&_form]:shrink-0"
ICON: Final = "icon size-4 shrink-0 text-danger"
TEXT: Final = "min-w-0 flex-1 leading-snug break-words"
TITLE: Final = "font-semibold"
