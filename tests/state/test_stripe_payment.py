"""Tests of the page of a payment with Stripe in open tabs."""

import pytest

from community import urls
from community.state.pages.payments.payment import PaymentState
from community.wiring import wire
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.state.tabs import SocketServer
from tests.stripe_server import sell_with_stripe
from tests.workflows.payments.buyers import load_payment, start


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def test_the_buyer_pays_with_the_form_of_stripe(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    started = await start(cast.alice, await sell_with_stripe(cast.olga, stripe_server))
    reference = (await load_payment(started.payment.id)).reference
    tab = await socket_server.open(cast.alice, urls.payment(started.payment.id))
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    # The secret for the form is sent after the buyer has agreed.
    assert (content["step"], tab[PaymentState].get("form_step")) == ("agree", None)
    assert any("Stripe saves your card" in note["text"] for note in content["checkout"]["notes"])
    await tab.send(PaymentState.agree, version=content["checkout"]["version"])
    content = tab[PaymentState]["content"]
    assert (content["step"], content["has_form"], content["cards"]) == ("pay", True, [])
    form_step = tab[PaymentState]["form_step"]
    assert form_step["kind"] == "stripe"
    assert form_step["values"]["client_secret"].startswith(reference)
    assert stripe_server.secret_key not in str(tab[PaymentState])
    stripe_server.pay(reference, "pm_card_visa_chargeDeclined", return_url="http://localhost/")
    await tab.send(PaymentState.refresh)
    assert "declined" in tab[PaymentState]["content"]["reason"]
    stripe_server.pay(reference, "pm_card_visa", return_url="http://localhost/")
    await tab.send(PaymentState.refresh)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["has_form"], content["reason"]) == ("succeeded", False, "")
