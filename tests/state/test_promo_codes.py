"""Tests of the promo codes in the section with the plans."""

from community import urls
from community.admin.plans.promo_codes_state import PromoCodesState
from tests import factories
from tests.cast import Cast
from tests.payment_processing.buyers import add_plan
from tests.state.tabs import SocketServer

SECTION = "subscription-prices"
FORM = {"code": "spring", "percent": "20", "max_uses": "", "last_day": ""}


async def test_a_code_is_created_and_deactivated(cast: Cast, socket_server: SocketServer) -> None:
    plan = await add_plan(cast.olga, name="Pro")
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, urls.admin_section(SECTION))
    await tab.send(PromoCodesState.load)
    await tab.send(PromoCodesState.open_form)
    await tab.send(PromoCodesState.create, message={**FORM, "percent": "200"})
    assert tab[PromoCodesState]["errors"] == {"percent": "Enter a number from 1 to 99."}
    assert tab[PromoCodesState]["is_form_open"]
    message = {**FORM, f"plan_{plan.id}": "on", "max_uses": "5"}
    await tab.send(PromoCodesState.create, message=message)
    assert not tab[PromoCodesState]["is_form_open"]
    [row] = tab[PromoCodesState]["codes"]
    assert (row["code"], row["discount"], row["uses"], row["plans"]) == (
        "SPRING",
        "20% off",
        "0 of 5 uses",
        "Pro",
    )
    await tab.send(PromoCodesState.set_active, promo_code_id=row["id"], is_active=False)
    [row] = tab[PromoCodesState]["codes"]
    assert not row["is_active"]
