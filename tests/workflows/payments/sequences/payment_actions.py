"""What buyers, their banks and administrators do with payments."""

import asyncio
from uuid import uuid4

from community.core.db.sessions import unit_of_work
from community.domain import site, subscriptions
from community.gateways.payments.sandbox.cards import CARDS
from community.workflows import payments as payment_workflow
from community.workflows.payments import StartedPayment, updates
from tests.domain.actions import run
from tests.workflows.payments.buyers import SANDBOX, load_payment
from tests.workflows.payments.refunding import refund as refund_as_administrator
from tests.workflows.payments.sequences.simulation import Simulation, do_together

VAT_MODES = ("exclusive", "inclusive", "exclusive", "off")
SELLER = {"seller_country": "DE", "seller_tax_id": "DE123456789", "vat_rates": "DE 19"}
BUYERS_CARDS = ("success", "renewal_authentication", "renewal_declined", "slow")


async def start(simulation: Simulation, number: int) -> None:
    plan = simulation.plans[number % len(simulation.plans)]
    await payment_workflow.start_payment(simulation.get_person(number), plan_id=plan.id)


async def start_with_code(simulation: Simulation, number: int) -> None:
    plan = simulation.plans[number % len(simulation.plans)]
    code = simulation.codes[number // 2 % len(simulation.codes)].code
    person = simulation.get_person(number)
    await payment_workflow.start_payment(person, plan_id=plan.id, promo_code=code)


async def share_code(simulation: Simulation, number: int) -> None:
    """Let two users buy with the promo code that is for one payment, at the same time."""
    people = [simulation.get_open(person) for person in simulation.people[:2]]
    plan, code = simulation.plans[number % 2], simulation.codes[0].code
    started = await asyncio.gather(
        *(
            payment_workflow.start_payment(person, plan_id=plan.id, promo_code=code)
            for person in people
        ),
        return_exceptions=True,
    )
    for item in started:
        if isinstance(item, StartedPayment):
            payment = await load_payment(item.payment.id)
            await SANDBOX.pay(payment.reference, "success")
            await updates.refresh("sandbox", payment.reference)


async def start_gift(simulation: Simulation, number: int) -> None:
    giver, recipient = simulation.get_person(number), simulation.get_person(number + 5)
    plan = simulation.plans[number % len(simulation.plans)]
    await payment_workflow.start_payment(giver, plan_id=plan.id, recipient_id=recipient.id)


async def pay(simulation: Simulation, number: int) -> None:
    card = list(CARDS)[number % len(CARDS)]
    await SANDBOX.pay((await simulation.get_payment(0)).reference, card)


async def pay_earlier(simulation: Simulation, number: int) -> None:
    """Pay on a page that was left open, and let the provider report it."""
    reference = (await simulation.get_payment(number)).reference
    await SANDBOX.pay(reference, "success")
    await updates.refresh("sandbox", reference)


async def pay_late(simulation: Simulation, number: int) -> None:
    """Begin to pay for one plan and then for another, and pay the first one."""
    await start(simulation, number)
    reference = (await simulation.get_payment(0)).reference
    await start(simulation, number + 1)
    await SANDBOX.pay(reference, "success")
    await updates.refresh("sandbox", reference)


async def buy(simulation: Simulation, number: int) -> None:
    await start(simulation, number)
    await _pay_and_confirm(simulation, number)


async def buy_with_code(simulation: Simulation, number: int) -> None:
    await start_with_code(simulation, number)
    await _pay_and_confirm(simulation, number)


async def give(simulation: Simulation, number: int) -> None:
    await start_gift(simulation, number)
    await _pay_and_confirm(simulation, number)


async def answer_bank(simulation: Simulation, number: int) -> None:
    await SANDBOX.confirm((await simulation.get_payment(0)).reference, accepts=number % 3 > 0)


async def answer_renewal(simulation: Simulation, number: int) -> None:
    """Answer the question of a bank about a renewal, and let the provider report it."""
    payments = await simulation.list_payments()
    waiting = [item for item in payments if item.kind == "renewal" and item.needs_action]
    if not waiting:
        return
    reference = waiting[number % len(waiting)].reference
    await SANDBOX.confirm(reference, accepts=number % 3 > 0)
    await updates.refresh("sandbox", reference)


async def confirm(simulation: Simulation, number: int) -> None:
    payment = await simulation.get_payment(number)
    await payment_workflow.confirm_payment(simulation.get_buyer(payment), payment.id)


async def repeat_confirm(simulation: Simulation, number: int) -> None:
    await do_together(*(confirm(simulation, number) for _ in range(3)))


async def cancel_payment(simulation: Simulation, number: int) -> None:
    payment = await simulation.get_payment(number)
    await payment_workflow.cancel_payment(simulation.get_buyer(payment), payment.id)


async def refund(simulation: Simulation, number: int) -> None:
    payment = await simulation.get_payment(number)
    await SANDBOX.refund(payment.reference, payment.amount, payment.currency, str(uuid4()))


async def refund_part(simulation: Simulation, number: int) -> None:
    payment = await simulation.get_payment(number)
    amount = max(payment.amount // 2, 1)
    await SANDBOX.refund(payment.reference, amount, payment.currency, str(uuid4()))


async def return_money(simulation: Simulation, number: int) -> None:
    """Return a part or the rest of a payment as an administrator, perhaps with two clicks."""
    payment = await simulation.get_payment(number)
    amount = max(payment.amount // 3, 1) if number % 3 else None
    clicks = 1 + number % 2
    refund_id = uuid4()
    await do_together(
        *(
            refund_as_administrator(simulation.admin, payment, amount, refund_id=refund_id)
            for _click in range(clicks)
        )
    )


async def reconcile(_simulation: Simulation, _number: int) -> None:
    """Let the daily job notice what no notification has reported."""
    await payment_workflow.run_reconciliation()


async def dispute(simulation: Simulation, number: int) -> None:
    await SANDBOX.dispute((await simulation.get_payment(number)).reference)


async def change_price(simulation: Simulation, number: int) -> None:
    plan = simulation.plans[number % len(simulation.plans)]
    price = plan.price + number * 100
    await run(subscriptions.edit_plan, simulation.admin, plan_id=plan.id, price=price)


async def change_vat(simulation: Simulation, number: int) -> None:
    """Add VAT to prices, include it in them, or charge none. It applies to what begins later."""
    values = {**SELLER, "vat_mode": VAT_MODES[number % len(VAT_MODES)]}
    async with unit_of_work() as session:
        section = await site.get_settings_section(session, site.PaymentSettings)
        changed = site.PaymentSettings.model_validate(section.model_dump() | values)
        await site.update_settings(session, simulation.admin, changed)


async def _pay_and_confirm(simulation: Simulation, number: int) -> None:
    card = BUYERS_CARDS[number // 9 % len(BUYERS_CARDS)]
    await SANDBOX.pay((await simulation.get_payment(0)).reference, card)
    await confirm(simulation, 0)
