"""Bans and other things that end at a time. They need no job, because conditions read the time.

None as the end stands for "does not end by itself".
"""

from datetime import datetime

from sqlalchemy import ColumnElement, SQLColumnExpression, bindparam, or_

from community.core import clock


def has_ended(until: datetime | None) -> bool:
    return until is not None and until <= clock.now()


def has_not_ended(until: SQLColumnExpression[datetime | None]) -> ColumnElement[bool]:
    """Return the SQL condition that the time in a column is in the future or NULL.

    The statement compares with the time of each execution, so the condition can be a constant.
    """
    return or_(until.is_(None), until > bindparam("now", callable_=clock.now))
