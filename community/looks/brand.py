"""The mark of the site: a sheet of text whose lower edge speaks."""

from typing import Final

MARK_VIEW_BOX: Final = "0 0 28 28"
# One solid shape with two lines of text cut out of it, so that it takes any one colour.
MARK_PATH: Final = (
    "M8 2h12a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6h-5.2l-5.1 4.3A1 1 0 0 1 8 25.5V22a6 6 0 0 1-6-6V8"
    "a6 6 0 0 1 6-6ZM8.7 8.3a1.2 1.2 0 0 0 0 2.4h10.6a1.2 1.2 0 0 0 0-2.4ZM8.7 13.3a1.2 1.2 0 0 "
    "0 0 2.4h6.1a1.2 1.2 0 0 0 0-2.4Z"
)
