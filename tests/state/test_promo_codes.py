"""Tests of the promo codes in the section with the plans."""

import pytest
from sqlmodel import select

from community import urls
from community.admin.plans.promo_codes_state import PromoCodesState
from community.core.db.sessions import read_session
from community.models import PromoCode
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan

SECTION = "subscription-prices"
FORM = {"code": "spring", "percent": "20", "max_uses": "", "last_day": ""}


@pytest.mark.parametrize(
    ("periods", "stored", "text"),
    [
        ("1", 1, "For the first payment"),
        ("3", 3, "For the first 3 payments"),
        ("0", 0, "For all payments"),
        ("24", 24, "For the first 24 payments"),
    ],
)
async def test_a_code_lowers_the_chosen_number_of_payments(
    cast: Cast, socket_server: SocketServer, periods: str, stored: int, text: str
) -> None:
    tab = await open_section(cast, socket_server)
    await tab.send(PromoCodesState.save, message={**FORM, "periods": periods})
    [row] = tab[PromoCodesState]["rows"]
    assert row["periods"] == text
    async with read_session() as session:
        code = (await session.scalars(select(PromoCode))).one()
    assert code.periods == stored


@pytest.mark.parametrize("periods", ["25", "-1", "1000"])
async def test_impossible_numbers_of_payments_are_refused(
    cast: Cast, socket_server: SocketServer, periods: str
) -> None:
    tab = await open_section(cast, socket_server)
    await tab.send(PromoCodesState.save, message={**FORM, "periods": periods})
    assert "periods" in tab[PromoCodesState]["errors"]
    assert (tab[PromoCodesState]["is_form_open"], tab[PromoCodesState]["rows"]) == (True, [])


async def open_section(cast: Cast, socket_server: SocketServer) -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, urls.admin_section(SECTION))
    await tab.send(PromoCodesState.load)
    await tab.send(PromoCodesState.open_form)
    return tab


async def test_a_code_is_created_and_deactivated(cast: Cast, socket_server: SocketServer) -> None:
    plan = await add_plan(cast.olga, name="Pro")
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, urls.admin_section(SECTION))
    await tab.send(PromoCodesState.load)
    await tab.send(PromoCodesState.open_form)
    await tab.send(PromoCodesState.save, message={**FORM, "percent": "200"})
    assert tab[PromoCodesState]["errors"] == {"percent": "Enter a number from 1 to 99."}
    assert tab[PromoCodesState]["is_form_open"]
    message = {**FORM, f"plan_{plan.id}": "on", "max_uses": "5"}
    await tab.send(PromoCodesState.save, message=message)
    assert not tab[PromoCodesState]["is_form_open"]
    [row] = tab[PromoCodesState]["rows"]
    assert (row["code"], row["discount"], row["uses"], row["plans"]) == (
        "SPRING",
        "20% off",
        "0 of 5 uses",
        "Pro",
    )
    await tab.send(PromoCodesState.set_active, key=row["id"], is_active=False)
    [row] = tab[PromoCodesState]["rows"]
    assert not row["is_active"]
