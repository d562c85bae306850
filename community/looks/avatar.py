"""Faces: a picture, or the initials on a quiet ground while there is none."""

from typing import Final, Literal, TypeAlias

Size: TypeAlias = Literal["xs", "sm", "md", "lg", "xl"]
Shape: TypeAlias = Literal["person", "community"]

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
# Width and height attributes of the picture: its place is kept before it arrives.
PIXELS: Final[dict[Size, int]] = {"xs": 24, "sm": 28, "md": 40, "lg": 56, "xl": 96}
SHAPES: Final[dict[Shape, str]] = {"person": "rounded-full", "community": "rounded-[24%]"}
PICTURE: Final = "absolute inset-0 size-full object-cover"
STACK: Final = "flex shrink-0 -space-x-2"
STACKED: Final = "ring-2 ring-page"
ONLINE: Final = "absolute inset-e-0 bottom-0 size-3 rounded-full bg-success-solid ring-2 ring-page"
ONLINE_FRAME: Final = "relative inline-flex shrink-0"


def look(size: Size = "md", shape: Shape = "person") -> str:
    """The classes of one face."""
    return f"{BASE} {SIZES[size]} {SHAPES[shape]}"


def initials(name: str) -> str:
    """The first letters of the first two words, for a person without a picture."""
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in words[:2]).upper() or "?"
