"""Conditions on long lists of ids."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, any_, column, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession


def is_one_of(session: AsyncSession, id_column: Any, ids: Iterable[int]) -> ColumnElement[bool]:
    """Return the SQL condition that `id_column` is one of `ids`.

    The statement has one parameter for all ids. `in_` has one for each id, and SQLAlchemy needs
    about 10 ms to render a thousand of them, during which the event loop is blocked.
    """
    condition: ColumnElement[bool]
    if session.get_bind().dialect.name == "sqlite":
        values = func.json_each(json.dumps(list(ids))).table_valued(column("value", BigInteger))
        condition = id_column.in_(select(values.c.value))
    else:
        condition = id_column == any_(literal(list(ids), ARRAY(BigInteger)))
    return condition
