"""Tests of conditions on long lists of ids."""

import pytest
from sqlalchemy.dialects import sqlite
from sqlmodel import col, select

from community.core.db.sessions import read_session
from community.core.db.statements import is_one_of
from community.models import User
from tests.cast import Cast
from tests.query_capture import capture_queries


@pytest.mark.parametrize("other_ids", [(), (0,), tuple(range(1_000_000, 1_050_000))])
async def test_only_rows_with_one_of_the_ids_are_selected(
    cast: Cast, other_ids: tuple[int, ...]
) -> None:
    ids = {cast.alice.id, cast.bob.id}
    async with read_session() as session:
        query = select(User.id).where(is_one_of(col(User.id), (*other_ids, *ids)))
        assert set(await session.scalars(query)) == ids


@pytest.mark.parametrize("is_negated", [False, True])
def test_sqlite_can_use_the_index_of_the_column(is_negated: bool) -> None:
    condition = is_one_of(col(User.id), (1, 2))
    query = select(User.id).where(~condition if is_negated else condition, col(User.id) > 0)
    where = str(query.compile(dialect=sqlite.dialect())).partition("WHERE ")[2]
    condition_sql = "(users.id IN (SELECT value FROM json_each(?)))"
    assert where == f"{'NOT ' * is_negated}{condition_sql} AND users.id > ?"


async def test_no_ids_select_no_rows(cast: Cast) -> None:
    async with read_session() as session:
        query = select(User.id).where(is_one_of(col(User.id), ()))
        with capture_queries() as statements:
            assert (await session.scalars(query)).all() == []
    assert len(statements) == 1
