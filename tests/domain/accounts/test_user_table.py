"""Tests of the table of users in the Admin Panel: search, filters, sorts and pages."""

from dataclasses import replace
from datetime import timedelta

import pytest

from community.admin.users.table import USER_LAYOUT
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import tables
from community.domain.accounts import USER_TABLE
from tests import factories
from tests.cast import Cast


async def list_slugs(actor: Actor, limit: int = 3, **params: str) -> list[str]:
    """Return the usernames on all pages of `limit` rows."""
    view = tables.parse_view(USER_TABLE, params)
    slugs, cursor = [], ""
    while True:
        async with read_session() as session:
            page = await tables.load_page(
                session, actor, USER_TABLE, view, cursor=cursor, limit=limit
            )
        slugs += [record.value.slug for record in page.items]
        if page.next_cursor is None:
            return slugs
        cursor = page.next_cursor


@pytest.mark.parametrize("code", sorted(USER_TABLE.get_sort_codes()))
async def test_each_sort_lists_every_user_once(cast: Cast, code: str) -> None:
    now = clock.now()
    for number in range(8):
        seen = None if number % 2 else now - timedelta(days=number // 3)
        await factories.user(f"user{number}", name="Same", last_seen_at=seen, posts_count=number)
    slugs = await list_slugs(cast.olga, sort=code)
    assert len(slugs) == len({*slugs}) == 13
    assert slugs == await list_slugs(cast.olga, limit=100, sort=code)


async def test_users_who_were_never_seen_come_last(cast: Cast) -> None:
    await factories.user("recent", last_seen_at=clock.now())
    await factories.user("earlier", last_seen_at=clock.now() - timedelta(days=2))
    assert (await list_slugs(cast.olga, sort="-seen"))[:2] == ["recent", "earlier"]
    assert (await list_slugs(cast.olga, sort="seen"))[:2] == ["earlier", "recent"]


@pytest.mark.parametrize(
    ("term", "slugs"),
    [
        ("gustaf", ["ada"]),
        ("ADA@EX", ["ada"]),
        ("vel", ["ada"]),
        ("lo", ["ada"]),  # a short term is found only at the beginning of a word
        ("ve", []),
        ("100%", []),
        ("ЖОРА", ["jora"]),
        ("жор", ["jora"]),
        ("x" * 500, ["ada", "alice", "bob", "charlie", "jora", "mallory", "olga"]),
    ],
)
async def test_the_search_finds_names_usernames_and_emails(
    cast: Cast, term: str, slugs: list[str]
) -> None:
    await factories.user("ada", name="Gustafa Lovelace")
    await factories.user("jora", name="Жора")
    assert sorted(await list_slugs(cast.olga, q=term)) == slugs


async def test_the_filters_select_by_role_status_verification_and_time(cast: Cast) -> None:
    await factories.user("gone", deleted_at=clock.now())
    assert await list_slugs(cast.olga, role="admin") == ["olga"]
    assert await list_slugs(cast.olga, status="banned") == ["mallory"]
    assert await list_slugs(cast.olga, status="deleted") == ["gone"]
    assert "gone" not in await list_slugs(cast.olga, status="active")
    assert await list_slugs(cast.olga, verified="no") == []
    assert await list_slugs(cast.olga, joined="week") == []
    assert await list_slugs(cast.olga, role="admin", status="banned") == []


def test_invalid_parameters_are_ignored() -> None:
    params = {"role": "emperor", "sort": "password_hash", "columns": "secret", "x": "1"}
    view, columns = tables.parse_view(USER_TABLE, params), USER_LAYOUT.parse_columns(params)
    assert USER_LAYOUT.build_params(view, columns) == {}
    chosen = {"q": "ada", "role": "admin", "sort": "name", "columns": "person,email"}
    view, columns = tables.parse_view(USER_TABLE, chosen), USER_LAYOUT.parse_columns(chosen)
    assert USER_LAYOUT.build_params(view, columns) == chosen


@pytest.mark.parametrize("cursor", ["nonsense", "~", "~nonsense", "~WyJhIl0", "W251bGwsMV0"])
async def test_an_invalid_cursor_is_refused(cast: Cast, cursor: str) -> None:
    view = tables.parse_view(USER_TABLE, {"sort": "-seen"})
    async with read_session() as session:
        with pytest.raises(Invalid):
            await tables.load_page(session, cast.olga, USER_TABLE, view, cursor=cursor)


async def test_only_administrators_of_the_section_read_the_table(cast: Cast) -> None:
    for actor, error in (
        (cast.guest, NotFound),
        (cast.alice, NotFound),
        (replace(cast.olga, sections=frozenset({"posts"})), PermissionDenied),
    ):
        with pytest.raises(error):
            await list_slugs(actor)
    assert await list_slugs(replace(cast.olga, sections=frozenset({"users"})))
