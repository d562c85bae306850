"""Class names for loading placeholders. The placeholders appear only after a delay."""

from typing import Final

PAGE: Final = "animate-delayed"
ROW: Final = "flex flex-col gap-3 border-b border-line py-7 first:pt-4 last:border-0"
BYLINE: Final = "h-6 w-56 max-w-full"
TITLE: Final = "h-7 w-4/5"
LINE: Final = "h-4 w-full"
LAST_LINE: Final = "h-4 w-2/3"
HEADLINE: Final = "mt-4 h-10 w-full"
AVATAR: Final = "size-10 rounded-full"
HEADER: Final = "aspect-[3/1] w-full rounded-lg"
ARTICLE: Final = "flex flex-col gap-4"
