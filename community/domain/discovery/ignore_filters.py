"""The filter that excludes content by ignored authors."""

from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, true
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Ignore


def build_ignored_author_filter(
    actor: Actor, author_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that excludes rows by authors whom the actor ignores.

    Args:
        author_id_column: The column that contains the id of the author.
    """
    if actor.user_id is None:
        return true()
    ignored_ids = select(Ignore.ignored_id).where(col(Ignore.user_id) == actor.user_id)
    return author_id_column.not_in(ignored_ids)
