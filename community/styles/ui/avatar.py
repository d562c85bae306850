"""Class names for avatars. An avatar shows an image, or initials if there is no image."""

from typing import Final, Literal, TypeAlias

Size: TypeAlias = Literal["xs", "sm", "md", "lg", "xl"]
DotSize: TypeAlias = Literal["sm", "md", "xl"]
Shape: TypeAlias = Literal["user", "community"]

BASE: Final = (
    "relative inline-flex shrink-0 items-center justify-center overflow-hidden bg-well-strong "
    "font-semibold text-ink-soft uppercase select-none"
)
SIZES: Final[dict[Size, str]] = {
    "xs": "size-6 text-[0.625rem]",
    "sm": "size-7 text-2xs",
    "md": "size-10 text-sm",
    "lg": "size-14 text-lg",
    "xl": "size-24 text-3xl",
}
# Sizes for the width and height attributes, which reserve the space before the image is loaded.
PIXELS: Final[dict[Size, int]] = {"xs": 24, "sm": 28, "md": 40, "lg": 56, "xl": 96}
SHAPES: Final[dict[Shape, str]] = {"user": "rounded-full", "community": "rounded-[24%]"}
IMAGE: Final = "absolute inset-0 size-full object-cover"
# An avatar with the button for its video, which covers the corner without the dot.
WITH_BUTTON: Final = "relative inline-flex shrink-0"
VIDEO_BUTTON: Final = (
    "absolute inset-s-0 bottom-0 inline-flex size-8 items-center justify-center rounded-full "
    "bg-surface text-sm text-ink-soft inset-ring inset-ring-line hover:text-ink "
    "before:absolute before:-inset-1.5"
)
STACK: Final = "flex shrink-0 -space-x-2"
STACKED: Final = "ring-2 ring-page"
_DOT: Final = (
    "relative inline-flex shrink-0 "
    "after:absolute after:rounded-full after:bg-success-solid after:ring-page"
)
# An avatar with the dot that shows that the user is online.
ONLINE_DOTS: Final[dict[DotSize, str]] = {
    "sm": f"{_DOT} after:-inset-e-0.5 after:-bottom-0.5 after:size-2.5 after:ring-2",
    "md": f"{_DOT} after:inset-e-0 after:bottom-0 after:size-3 after:ring-2",
    "xl": f"{_DOT} after:inset-e-1.5 after:bottom-1.5 after:size-4 after:ring-3",
}
NO_DOT: Final = "after:hidden"


def class_names(size: Size = "md", shape: Shape = "user") -> str:
    return f"{BASE} {SIZES[size]} {SHAPES[shape]}"


def initials(name: str) -> str:
    """Return the first letters of the first two words of a name, or "?" for an empty name."""
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in words[:2]).upper() or "?"
