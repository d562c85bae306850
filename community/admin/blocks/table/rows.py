"""The rows of a table as the browser receives them."""

from datetime import datetime
from typing import Any, Final

from community.admin.blocks.table.layout import Column, TableLayout
from community.admin.blocks.table.values import Badge, Link, Money, Person, Picture, Value
from community.components.lists import AppendedList
from community.core import clock, money
from community.core.read_models import ReadModel
from community.domain.tables import Record, encode_record_id
from community.i18n import formats, gettext as _
from community.state.runtime.lists import AppendedPage

EMPTY: Final = "–"


class TableCell(ReadModel):
    """A cell. Which fields it has depends on the kind of its column."""

    text: str = ""
    note: str = ""  # the username of a person, or a text below a picture
    image: str = ""
    href: str = ""
    tone: str = ""
    at: str = ""  # the time, in ISO format; empty if there is none


class TableRow(ReadModel):
    id: int | str
    label: str  # the text of its first column, which names the record
    is_waiting: bool = False
    cells: dict[str, TableCell]


class TablePage(AppendedPage):
    rows: list[TableRow] = []


class LoadedTable(AppendedList):
    rows: list[TableRow] = []


def build_row(layout: TableLayout, record: Record) -> TableRow:
    table = layout.table
    cells = {column.code: _build_cell(column, record.value) for column in layout.columns}
    return TableRow(
        id=encode_record_id(record.id),
        label=cells[layout.columns[0].code].text,
        is_waiting=table.is_waiting is not None and table.is_waiting(record.value),
        cells=cells,
    )


def _build_cell(column: Column, record: Any) -> TableCell:
    value = column.value(record)
    if isinstance(value, Badge):
        return TableCell(text=_(value.label), tone=value.tone)
    if isinstance(value, Person | Picture):
        return _build_cell_with_image(value)
    if isinstance(value, Link):
        return TableCell(text=value.text, href=value.href)
    if isinstance(value, Money):
        return TableCell(text=money.format_amount(value.amount, value.currency))
    if isinstance(value, datetime):
        return TableCell(at=clock.format_iso(value))
    return TableCell(text=_format(column, value))


def _build_cell_with_image(value: Person | Picture) -> TableCell:
    if isinstance(value, Picture):
        return TableCell(text=value.text, note=value.note, image=value.url)
    return TableCell(text=value.name, note=value.slug, image=value.avatar or "")


def _format(column: Column, value: Value) -> str:
    if value is None or value == "":
        return EMPTY
    if column.kind == "size" and isinstance(value, int):
        return formats.format_size(value)
    return formats.format_number(value) if isinstance(value, int | float) else str(value)
