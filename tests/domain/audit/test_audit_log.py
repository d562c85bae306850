"""Tests of the audit log: what it stores, how it is read, and that it cannot be changed."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlalchemy.exc import DBAPIError

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.domain import audit
from community.models import AuditEntry
from tests import factories
from tests.cast import Cast


async def record(actor: Actor, action: str = "settings.changed", **values: Any) -> None:
    async with unit_of_work() as session:
        await audit.record(session, actor, action, **values)


async def list_entries(
    actor: Actor, cursor: str | None = None, limit: int = 20, **filters: Any
) -> tuple[list[audit.AuditEntryView], str | None]:
    async with read_session() as session:
        page = await audit.list_entries(
            session,
            actor,
            audit.AuditFilters(**filters),
            cursor=cursor,
            limit=limit,
        )
    return page.items, page.next_cursor


async def test_an_entry_contains_who_did_what_to_whom_and_from_where(cast: Cast) -> None:
    await record(
        cast.olga,
        "user.banned",
        target_kind="user",
        target_id=cast.bob.id,
        target_name="Bob",
        before={"banned": False},
        after={"banned": True},
        reason=" Spam ",
    )
    (entry,), _ = await list_entries(cast.olga)
    assert (entry.actor_id, entry.actor_name, entry.action) == (cast.olga.id, "Olga", "user.banned")
    assert (entry.target_kind, entry.target_id) == ("user", str(cast.bob.id))
    assert (entry.before, entry.after, entry.reason) == (
        {"banned": False},
        {"banned": True},
        "Spam",
    )


@pytest.mark.parametrize(
    "change",
    [update(AuditEntry).values(reason="Nothing happened"), delete(AuditEntry)],
    ids=["update", "delete"],
)
async def test_the_database_rejects_changes_of_entries(cast: Cast, change: object) -> None:
    await record(cast.olga)
    with pytest.raises(DBAPIError, match="append-only"):
        async with unit_of_work() as session:
            await session.execute(change)  # type: ignore[call-overload]
    assert len((await list_entries(cast.olga))[0]) == 1


async def test_secrets_are_replaced_and_masked_secrets_are_kept(cast: Cast) -> None:
    after = {"smtp": {"password": "hunter2", "host": "mail"}, "api_key": "••••1234", "empty": ""}
    await record(cast.olga, after=after)
    (entry,), _ = await list_entries(cast.olga)
    assert entry.after == {
        "smtp": {"password": "••••", "host": "mail"},
        "api_key": "••••1234",
        "empty": "",
    }


async def test_long_values_are_shortened(cast: Cast) -> None:
    await record(cast.olga, after={"terms": "x" * 5_000})
    (entry,), _ = await list_entries(cast.olga)
    assert len(entry.after["terms"]) == 2_000


async def test_entries_are_found_by_text_actor_action_target_and_period(cast: Cast) -> None:
    maria = await factories.user("maria", is_admin=True)
    await record(cast.olga, "user.banned", target_kind="user", target_id=7, target_name="Вася")
    await record(maria, "post.deleted", target_kind="post", target_id=8, reason="100% spam")
    day = timedelta(days=1)

    async def find(**filters: Any) -> list[str]:
        return [entry.action for entry in (await list_entries(cast.olga, **filters))[0]]

    assert await find() == ["post.deleted", "user.banned"]
    assert await find(search="вася") == ["user.banned"]
    assert await find(search="100%") == ["post.deleted"]
    assert await find(search="1_0%") == []
    assert await find(actor_id=maria.id) == ["post.deleted"]
    assert await find(action="user.banned") == ["user.banned"]
    assert await find(target_kind="post", target_id="8") == ["post.deleted"]
    assert await find(since=clock.now() + day) == []
    assert await find(until=clock.now() - day) == []
    assert len(await find(since=clock.now() - day, until=clock.now() + day)) == 2


async def test_pages_follow_each_other_without_gaps(cast: Cast) -> None:
    for number in range(5):
        await record(cast.olga, target_id=number)
    found, cursor = await list_entries(cast.olga, limit=2)
    while cursor:
        items, cursor = await list_entries(cast.olga, cursor, limit=2)
        found += items
    assert [entry.target_id for entry in found] == ["4", "3", "2", "1", "0"]


async def test_only_administrators_with_the_section_read_the_log(cast: Cast) -> None:
    reader = await factories.user("reader", sections=["audit-log"])
    other = await factories.user("other", sections=["users"])
    assert await list_entries(reader) == ([], None)
    with pytest.raises(PermissionDenied):
        await list_entries(other)
    for actor in (cast.guest, cast.alice):
        with pytest.raises(NotFound):
            await list_entries(actor)
