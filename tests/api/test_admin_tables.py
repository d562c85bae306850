"""Tests of the CSV files of the tables of the Admin Panel."""

import csv
from io import StringIO

import pytest
from httpx import AsyncClient

from community import urls
from community.admin.blocks.table.csv_files import format_cell
from community.admin.blocks.table.values import Badge, Link, Money, Person, Value
from community.admin.tables import STATES_BY_TABLE
from community.domain import accounts, tables
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run

URL = "/admin-panel/api/tables/users.csv"


async def download(client: AsyncClient, url: str = URL, **params: str) -> list[dict[str, str]]:
    response = await client.get(url, params=params)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.text.removeprefix("\ufeff"))))


async def test_the_file_contains_all_records_of_the_view(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.queries, "EXPORT_PAGE_SIZE", 2)
    await sign_in(client, cast.olga)
    rows = await download(client, sort="name", columns="person,status,posts")
    names = ("Alice", "Bob", "Charlie", "Mallory", "Olga")
    assert [row["Person"] for row in rows] == [*names]
    assert [row["Person: username"] for row in rows] == [name.lower() for name in names]
    assert rows[3] | {"id": ""} == {
        "id": "",
        "Person": "Mallory",
        "Person: username": "mallory",
        "Status": "Banned",
        "Posts": "0",
    }
    assert [row["Email"] for row in await download(client, q="ali")] == ["alice@example.com"]


async def test_the_audit_log_and_invitations_are_unambiguous(
    client: AsyncClient, cast: Cast
) -> None:
    await run(accounts.invitations.create, cast.olga, note="Bakers", max_uses=5)
    await sign_in(client, cast.olga)
    [entry] = await download(client, urls.admin_csv("audit-log"), columns="administrator,username")
    assert (entry["Administrator"], entry["Username"]) == ("Olga", "olga")
    [invitation] = await download(client, urls.admin_csv("invitations"))
    assert invitation["Used"] == "0 of 5"


async def test_a_name_cannot_become_a_formula(client: AsyncClient, cast: Cast) -> None:
    await factories.user("eve", name="=HYPERLINK(1)")
    await sign_in(client, cast.olga)
    assert (await download(client, q="eve"))[0]["Person"] == "'=HYPERLINK(1)"


@pytest.mark.parametrize("code", sorted(STATES_BY_TABLE))
async def test_every_table_of_the_panel_can_be_downloaded(
    client: AsyncClient, cast: Cast, code: str
) -> None:
    limited = await factories.user("limited", sections=["communities"])
    await sign_in(client, limited)
    statuses = {"communities": 200}
    assert (await client.get(urls.admin_csv(code))).status_code == statuses.get(code, 403)
    await sign_in(client, cast.alice)
    assert (await client.get(urls.admin_csv(code))).status_code == 404
    await sign_in(client, cast.olga)
    response = await client.get(urls.admin_csv(code))
    assert response.status_code == 200
    assert response.text.startswith("\ufeffid,")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("+1", "'+1"),
        (" \t=1", "' \t=1"),
        ("@a", "'@a"),
        ("-1", "'-1"),
        (-1, "-1"),
        (None, ""),
        ("a\nb", "a\nb"),
        (Person("-x", "y"), "'-x"),
        (Badge("Active"), "Active"),
        (Link("=1", "/x"), "'=1"),
        (Money(-450, "EUR"), "-4.50"),
        (Money(450, "JPY"), "450"),
        (Money(1_234_500, "KWD"), "1234.500"),
    ],
)
def test_cells_are_escaped(value: Value, text: str) -> None:
    assert format_cell(value) == text


async def test_downloads_are_limited(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    statuses = [(await client.get(URL)).status_code for _ in range(7)]
    assert statuses == [200] * 6 + [429]
