"""The CSV file of a table.

Spreadsheets can compute with the numbers: an amount of money is a number with a dot, and its
currency has a column of its own. The name of a person and the username are two columns.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any

from community.admin.blocks.table.layout import Column, TableLayout
from community.admin.blocks.table.values import Badge, Link, Money, Person, Picture, Value
from community.core.actor import Actor
from community.core.money import to_decimal
from community.core.text import csv_files
from community.domain import tables
from community.i18n import gettext as _


async def iter_csv(
    layout: TableLayout, actor: Actor, params: Mapping[str, str]
) -> AsyncIterator[bytes]:
    """Yield the CSV file for the URL parameters of a table, in parts of bounded size."""
    view, codes = tables.parse_view(layout.table, params), layout.parse_columns(params)
    columns = [column for column in layout.columns if column.code in codes]
    yield csv_files.format_csv([_list_headings(columns)]).encode()
    async for records in tables.iter_pages(actor, layout.table, view):
        yield "".join(
            csv_files.format_line([str(record.id), *_list_cells(columns, record.value)])
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
            cells.append(format_cell(value.slug) if isinstance(value, Person) else "")
        elif position == _find_money(columns):
            currencies = (other.currency for other in values if isinstance(other, Money))
            cells.append(next(currencies, ""))
    return cells


def _find_money(columns: list[Column]) -> int | None:
    """Return the position of the first amount. The currency of the record follows it."""
    return next((n for n, column in enumerate(columns) if column.kind == "money"), None)


def format_cell(value: Value) -> str:
    match value:
        case Money():
            return f"{to_decimal(value.amount, value.currency):f}"
        case Person():
            return csv_files.format_cell(value.name)
        case Badge():
            return csv_files.format_cell(_(value.label))
        case Link() | Picture():
            return csv_files.format_cell(value.text)
        case _:
            return csv_files.format_cell(value)
