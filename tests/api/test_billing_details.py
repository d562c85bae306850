"""Tests of the billing details of buyers over HTTP, and of their list of invoices."""

from typing import Any

import pytest
from httpx import AsyncClient

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import PermissionDenied
from community.domain import subscriptions
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.workflows.payments.buyers import buy, sell
from tests.workflows.payments.test_vat import charge_vat, set_country

JSON = {"Accept": "application/json"}
PATH = "/settings/billing"
DETAILS = {"name": "Alice <b> Ltd", "address": "1 Road\nParis", "country": "FR", "vat_id": ""}


async def test_billing_details_are_on_the_next_invoice_and_not_on_the_last_one(
    client: AsyncClient, cast: Cast
) -> None:
    plan = await sell(cast.olga)
    first = await buy(cast.alice, plan)
    await sign_in(client, cast.alice)
    assert (await client.get(PATH)).json() == dict.fromkeys(DETAILS, "")
    changed = await client.put(PATH, json={**DETAILS, "vat_id": "fr 12 345678901"})
    assert changed.json() == {**DETAILS, "vat_id": "FR12345678901"}
    assert (await client.get(PATH)).json() == changed.json()
    await sign_in(client, cast.bob)
    await client.put(PATH, json=DETAILS)
    second = await buy(cast.bob, plan)
    pages = []
    for actor, payment in ((cast.alice, first), (cast.bob, second)):
        await sign_in(client, actor)
        pages.append((await client.get(urls.invoice(payment.id), headers={"Accept": "*/*"})).text)
    assert "Paris" not in pages[0]
    for text in ("Alice &lt;b&gt; Ltd", "1 Road\nParis", "France"):
        assert text in pages[1]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"country": "XX"}, "country"),
        ({"country": "", "vat_id": "FR12345678901"}, "country"),
        ({"vat_id": "DE123456789"}, "vat_id"),
        ({"vat_id": "FR" + "1" * 60}, "vat_id"),
        ({"address": "a" * 501}, "address"),
        ({"name": "a" * 121}, "name"),
    ],
)
async def test_other_billing_details_are_refused(
    client: AsyncClient, cast: Cast, changes: dict[str, Any], field: str
) -> None:
    await sign_in(client, cast.alice)
    response = await client.put(PATH, json={**DETAILS, **changes})
    assert response.status_code == 422
    assert field in response.json()["errors"]
    assert (await client.get(PATH)).json() == dict.fromkeys(DETAILS, "")


async def test_buyers_list_their_own_invoices(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    for actor in (cast.alice, cast.bob):
        await buy(actor, plan)
    await sign_in(client, cast.bob)
    page = (await client.get("/subscriptions/invoices")).json()
    assert [(item["id"], item["gross"]) for item in page["items"]] == [(2, 500)]
    assert (await client.get(urls.invoice_document(1))).status_code == 404


async def test_every_offer_says_how_vat_applies(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000, features=["badge"])
    for mode, country, treatment, text in (
        ("exclusive", "FR", "exclusive", "plus VAT"),
        ("exclusive", "US", "none", ""),
        ("inclusive", "DE", "inclusive", "incl. VAT"),
        ("off", "DE", "none", ""),
    ):
        await charge_vat(cast, mode)
        await set_country(cast.alice, country)
        await sign_in(client, cast.alice)
        [item] = (await client.get("/plans", headers=JSON)).json()["items"]
        quote = (await client.get(f"/plans/{plan.id}/quote", headers=JSON)).json()
        assert (item["price"], item["vat"]) == (1_000, treatment)
        assert quote["vat_is_added"] == (treatment == "exclusive")
        assert quote["amount"] - (quote["vat"] if quote["vat_is_added"] else 0) == 1_000
        error = PermissionDenied("", details={"feature": "badge"})
        async with read_session() as session:
            offer = await subscriptions.offers.find_offer(session, cast.alice, error)
        assert offer is not None
        assert [plan.vat for plan in offer.plans] == [text]
