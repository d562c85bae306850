"""Images of the emoji that users can choose as reactions, and their class names.

The images look the same on all systems. Fonts of some systems draw emoji in black and white.
"""

from typing import Final

# A new version of the images gets a new folder, because browsers cache the files without
# revalidation.
EMOJI_PREFIX: Final = "/emoji/"
_FILES: Final = {
    "👍": "1f44d",
    "❤️": "2764",
    "💡": "1f4a1",
    "😄": "1f604",
    "😮": "1f62e",
    "😢": "1f622",
    "🔥": "1f525",
    "👏": "1f44f",
    "🎉": "1f389",
}
# Other emoji, which administrators may choose, are shown as text.
EMOJI_IMAGES: Final = {emoji: f"{EMOJI_PREFIX}15.0/{name}.svg" for emoji, name in _FILES.items()}
# The size of the images in pixels, at which they are not blurred. Class names set the shown size.
EMOJI_PIXELS: Final = "36"
