"""Tests that each column with ids of users declares what becomes of the data of a person."""

import importlib
from collections import Counter

import pytest
from sqlmodel import select

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Delete, PersonalData, as_tuple
from community.core.db.sessions import unit_of_work
from community.domain.account_deletion import DECLARATIONS
from community.models import ChatMessage
from tests import factories
from tests.cast import Cast
from tests.domain.account_deletion.test_purge import (
    add_personal_data,
    add_relations,
    list_user_columns,
    take_rows,
)
from tests.domain.account_deletion.test_restore import fill_account
from tests.domain.merging.test_merge import OPERATOR, merge


def describe(data: PersonalData) -> str:
    return data.name


def test_every_column_with_ids_of_users_is_declared_once() -> None:
    """A new column needs a `PersonalData` in its subject: archive, merge and purge."""
    names = Counter(data.name for data in DECLARATIONS)
    assert set(names) == set(list_user_columns())
    assert set(names.values()) == {1}


def test_every_subject_declares_only_its_own_tables() -> None:
    """The export parts of a column may contain columns of other tables, but its rows may not."""
    for data in DECLARATIONS:
        owner = data.column.class_.__module__.split(".")[2]
        subject = importlib.import_module(f"community.domain.{owner}")
        assert data in subject.PERSONAL_DATA, data.name


@pytest.mark.parametrize("data", DECLARATIONS, ids=describe)
def test_a_declaration_says_something_about_archive_merge_and_purge(data: PersonalData) -> None:
    for rules in (data.export, data.merge, data.erase):
        assert as_tuple(rules)
        assert all(as_tuple(rules))
    assert all(isinstance(part, str | ExportPart) for part in as_tuple(data.export))
    columns = data.column.class_.__table__.columns
    for rule in as_tuple(data.erase):
        if isinstance(rule, Clear):
            assert columns[data.column.key].nullable
            assert rule.values.keys() <= set(columns.keys())
        assert isinstance(rule, str | Clear | Delete) or callable(rule)


async def test_after_a_merge_only_declared_columns_name_the_source(cast: Cast) -> None:
    await fill_account(cast.bob, cast.alice, cast.charlie)
    await add_relations(cast.bob, cast.alice, cast.olga)
    await add_personal_data(cast.bob, cast.olga)
    await factories.upload(cast.bob)
    await factories.community(cast.bob, "rye")
    async with unit_of_work() as session:
        message = await session.scalar(select(ChatMessage).limit(1))
        assert message is not None
        message.subject_id = cast.bob.id
    stays = {
        data.name
        for data in DECLARATIONS
        if any(isinstance(rule, str) for rule in as_tuple(data.merge))
    }
    moved = {data.name for data in DECLARATIONS} - stays
    assert [name for name in sorted(moved) if not await names(name, cast.bob.id)] == []
    result = await merge(OPERATOR, cast.bob, cast.alice)
    assert result.finished_at is not None
    assert [name for name in sorted(moved) if await names(name, cast.bob.id)] == []


async def names(column: str, user_id: int) -> bool:
    table, _, key = column.partition(".")
    return any(row[key] == user_id for row in await take_rows(table))
