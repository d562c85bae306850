"""The names of the records by which a table is filtered."""

from typing import Annotated

from pydantic import BaseModel, Field

from community.core.db.sessions import read_session
from community.core.ids import parse_id
from community.core.tables import Table, TableView


class FilterName(BaseModel):
    """The name that the viewer typed into the field of a filter."""

    name: Annotated[str, Field(max_length=200)] = ""


async def load_filter_names(table: Table, view: TableView) -> dict[str, str]:
    """Return the names of the chosen records, by the code of the filter."""
    names = {}
    async with read_session() as session:
        for item in table.id_filters:
            record_id = parse_id(view.filters.get(item.code, ""))
            if record_id is not None and item.describe is not None:
                names[item.code] = await item.describe(session, record_id)
    return {code: name for code, name in names.items() if name}
