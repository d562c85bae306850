"""CSV files of the tables of the Admin Panel.

Spreadsheets can compute with the numbers: an amount of money is a number with a dot, and its
currency has a column of its own. The name of a person and the username are two columns.
"""

import csv
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from io import StringIO
from typing import Any, Final

from community.core import clock
from community.core.actor import Actor
from community.core.money import to_decimal
from community.domain.tables import queries
from community.domain.tables.definitions import (
    Badge,
    Column,
    Link,
    Money,
    Person,
    Picture,
    Table,
    TableView,
    Value,
)
from community.i18n import gettext as _

# Spreadsheets run a cell that starts with one of these characters as a formula (OWASP, "CSV
# Injection"). An apostrophe before it makes the cell a text.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
# With the byte order mark, Excel reads the file as UTF-8.
BYTE_ORDER_MARK: Final = "\ufeff"


async def iter_csv(actor: Actor, table: Table, view: TableView) -> AsyncIterator[bytes]:
    """Yield a CSV file with all records of a view, in parts of bounded size."""
    columns = [column for column in table.columns if column.code in view.columns]
    yield format_csv([_list_headings(columns)]).encode()
    async for records in queries.iter_pages(actor, table, view):
        yield "".join(
            _format_line([str(record.id), *_list_cells(columns, record.value)])
            for record in records
        ).encode()


def _list_headings(columns: list[Column]) -> list[str]:
    headings = ["id"]
    for position, column in enumerate(columns):
        label = _(column.label)
        headings.append(label)
        if column.kind == "person":
            headings.append(_("{column}: username", column=label))
        elif position == _find_money(columns):
            headings.append(_("Currency"))
    return headings


def _list_cells(columns: list[Column], record: Any) -> list[str]:
    values = [column.value(record) for column in columns]
    cells = []
    for position, (column, value) in enumerate(zip(columns, values, strict=True)):
        cells.append(format_cell(value))
        if column.kind == "person":
            cells.append(_escape(value.slug) if isinstance(value, Person) else "")
        elif position == _find_money(columns):
            currencies = (other.currency for other in values if isinstance(other, Money))
            cells.append(next(currencies, ""))
    return cells


def _find_money(columns: list[Column]) -> int | None:
    """Return the position of the first amount. The currency of the record follows it."""
    return next((n for n, column in enumerate(columns) if column.kind == "money"), None)


def format_cell(value: Value) -> str:
    """Return the text of a cell. A text that a spreadsheet would run as a formula is escaped."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return clock.format_iso(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Money):
        return f"{to_decimal(value.amount, value.currency):f}"
    return _escape(_to_text(value))


def _to_text(value: str | Person | Picture | Badge | Link) -> str:
    if isinstance(value, Person):
        return value.name
    if isinstance(value, Badge):
        return _(value.label)
    return value.text if isinstance(value, Link | Picture) else value


def _escape(text: str) -> str:
    # A space before the character does not stop a spreadsheet.
    return f"'{text}" if text.lstrip().startswith(FORMULA_STARTS) else text


def format_csv(lines: Iterable[Sequence[str]]) -> str:
    """Return a CSV file with these cells. Format values with `format_cell`."""
    return BYTE_ORDER_MARK + "".join(map(_format_line, lines))


def _format_line(cells: Sequence[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
