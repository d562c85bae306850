"""Class names for the charts above a table of the Admin Panel."""

from typing import Final

SECTION: Final = "mb-5 flex flex-col items-stretch gap-4 *:first:self-start"
CHOICES: Final = "flex flex-wrap items-center gap-2"
CARDS: Final = "grid gap-5 md:grid-cols-2 xl:grid-cols-3"
