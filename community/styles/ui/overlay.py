"""Class names for dialogs, menus, toasts and the offline banner."""

from typing import Final, Literal, TypeAlias

DialogSize: TypeAlias = Literal["sm", "md", "lg"]

DIALOG: Final = (
    "dialog m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] flex-col overflow-y-auto "
    "outline-none overscroll-contain rounded-xl bg-surface p-6 text-ink shadow-dialog open:flex "
    "sm:p-8"
)
DIALOG_SIZES: Final[dict[DialogSize, str]] = {
    "sm": "max-w-sm",
    "md": "max-w-lg",
    "lg": "max-w-2xl",
}
DIALOG_TITLE: Final = "pe-10 font-serif text-2xl font-semibold tracking-tight"
DIALOG_TEXT: Final = "mt-2 text-ui text-ink-soft text-pretty"
DIALOG_CLOSE: Final = "absolute inset-e-4 top-4"
DIALOG_BODY: Final = "mt-6"
DIALOG_ACTIONS: Final = "mt-8 flex flex-wrap justify-end gap-3"
ALERT_ABOVE_ACTIONS: Final = "order-first w-full"

MENU: Final = (
    "menu max-h-[min(32rem,80dvh)] min-w-56 overflow-y-auto overscroll-contain rounded-lg "
    "bg-surface p-1.5 text-ink shadow-menu"
)
MENU_ITEM: Final = (
    "flex min-h-10 w-full items-center gap-3 rounded-sm px-2.5 py-2 text-start text-ui text-ink "
    "hover:bg-well focus-visible:bg-well focus-visible:-outline-offset-2"
)
MENU_ITEM_DANGER: Final = (
    "flex min-h-10 w-full items-center gap-3 rounded-sm px-2.5 py-2 text-start text-ui "
    "text-danger "
    "hover:bg-danger-soft focus-visible:bg-danger-soft focus-visible:-outline-offset-2"
)
MENU_ICON: Final = "icon text-ink-faint"
MENU_SEPARATOR: Final = "mx-2.5 my-1.5 border-t border-line"
MENU_TITLE: Final = "px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint"

TOASTS: Final = (
    "pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-center gap-2 "
    "sm:bottom-6 "
    # Above the buttons for selected rows, which have the same place.
    "[body:has([data-bulk-bar])_&]:bottom-36 lg:[body:has([data-bulk-bar])_&]:bottom-22"
)
# It appears with a transition, because the animation pauses while the pointer is where it appears.
TOAST: Final = (
    "pointer-events-auto flex max-w-md animate-toast items-center gap-3 rounded-lg bg-ink py-3 "
    "ps-4 pe-2 text-ui text-page shadow-menu transition-[opacity,translate] duration-200 ease-out "
    "starting:translate-y-3 starting:opacity-0 hover:[animation-play-state:paused] "
    "focus-within:[animation-play-state:paused]"
)
TOAST_ICON: Final = "icon"
TOAST_TEXT: Final = "min-w-0 flex-1 text-pretty"
TOAST_ACTION: Final = (
    "rounded-sm px-2 py-1 font-semibold underline underline-offset-3 outline-offset-0"
)
TOAST_CLOSE: Final = "touch-target flex size-8 items-center justify-center rounded-sm text-page"

# The banner shown while the server is unreachable. It is placed below the header, so that it covers
# no header buttons.
OFFLINE_BANNER: Final = (
    "pointer-events-none fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] z-40 mx-auto "
    "flex w-fit items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm text-page shadow-menu"
)
