"""Class names for buttons and for links that look like buttons."""

from typing import Final, Literal, TypeAlias

Variant: TypeAlias = Literal["primary", "secondary", "quiet", "danger"]
Size: TypeAlias = Literal["sm", "md", "lg"]

BASE: Final = (
    "inline-flex shrink-0 items-center justify-center whitespace-nowrap font-medium select-none "
    "transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 "
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
)
VARIANTS: Final[dict[Variant, str]] = {
    "primary": "bg-accent-solid text-on-accent hover:bg-accent-solid-hover",
    "secondary": (
        "bg-surface text-ink inset-ring inset-ring-line hover:bg-well aria-pressed:bg-well-strong"
    ),
    "quiet": "text-ink-soft hover:bg-well hover:text-ink aria-expanded:bg-well",
    "danger": "bg-danger-solid text-on-accent hover:bg-danger-solid-hover",
}
SIZES: Final[dict[Size, str]] = {
    "sm": "touch-target h-8 gap-1.5 rounded-full px-3.5 text-sm",
    "md": "h-10 gap-2 rounded-full px-4.5 text-ui",
    "lg": "h-12 gap-2 rounded-full px-6 text-base",
}
ICON_SIZES: Final[dict[Size, str]] = {
    "sm": "touch-target size-8 rounded-full text-sm",
    "md": "size-10 rounded-full text-base",
    "lg": "size-12 rounded-full text-lg",
}
# The variant of the Follow and Join buttons by size. They are prominent on a profile or community
# page, and less prominent in the rows of a list.
CALL_TO_ACTION: Final[dict[Size, Variant]] = {"sm": "secondary", "md": "primary", "lg": "primary"}
SPINNER: Final = "icon animate-spin"
# A button without a border, such as "Reply" or "Edit" under a comment.
TEXT_BUTTON: Final = (
    "touch-target inline-flex items-center gap-1.5 rounded-sm py-1 text-sm text-ink-faint "
    "transition-colors duration-100 hover:text-ink"
)
# For a button whose label is not a fixed text, so that it can need a second line.
MULTILINE: Final = "h-auto min-h-10 max-w-full py-2"
MULTILINE_LABEL: Final = "min-w-0 whitespace-normal text-balance wrap-anywhere"
LINK: Final = "text-accent underline-offset-3 hover:underline"


def class_names(
    variant: Variant = "secondary", size: Size = "md", *, icon_only: bool = False
) -> str:
    """Return the class names of a button. With `icon_only` the button is round."""
    sizes = ICON_SIZES if icon_only else SIZES
    return f"{BASE} {VARIANTS[variant]} {sizes[size]}"
