"""CSV files for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import StringIO
from typing import Final

from community.core import clock

# Spreadsheets run a cell that starts with one of these characters as a formula (OWASP, "CSV
# Injection"). An apostrophe before it makes the cell a text.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
# With the byte order mark, Excel reads the file as UTF-8.
BYTE_ORDER_MARK: Final = "\ufeff"


def format_cell(value: str | float | datetime | None) -> str:
    """Return the text of a cell. A text that a spreadsheet would run as a formula is escaped."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return clock.format_iso(value)
    if isinstance(value, int | float):
        return str(value)
    # A space before the character does not stop a spreadsheet.
    return f"'{value}" if value.lstrip().startswith(FORMULA_STARTS) else value


def format_csv(lines: Iterable[Sequence[str]]) -> str:
    """Return a CSV file with these cells. Format values with `format_cell`."""
    return BYTE_ORDER_MARK + "".join(map(format_line, lines))


def format_line(cells: Sequence[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
