"""What users, administrators and the schedule do with subscriptions, cards and accounts."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import func
from sqlmodel import select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import accounts, moderation, notifications, subscriptions
from community.domain.accounts.deletions import RESTORE_PERIOD
from community.domain.subscriptions import PRICE_CHANGE_NOTICE
from community.jobs import purge_accounts as purge_accounts_job
from community.models import PlanPriceChange, User
from community.workflows import payments as payment_workflow
from tests.domain.actions import run
from tests.workflows.payments.sequences.simulation import LIVE, Simulation, do_together

NEW_CARDS = ("success", "renewal_declined", "declined", "renewal_authentication")


async def start_trial(simulation: Simulation, number: int) -> None:
    plan = simulation.plans[number % 2]
    await run(subscriptions.start_trial, simulation.get_person(number), plan_id=plan.id)


async def cancel(simulation: Simulation, number: int) -> None:
    await run(subscriptions.cancel, simulation.get_person(number))


async def resume(simulation: Simulation, number: int) -> None:
    await run(subscriptions.resume, simulation.get_person(number))


async def replace_card(simulation: Simulation, number: int) -> None:
    person = simulation.get_person(number)
    started = await payment_workflow.start_setup(person)
    card = NEW_CARDS[number // 9 % len(NEW_CARDS)]
    await payment_workflow.enter_card_at_sandbox(person, started.setup.id, card=card)


async def remove_card(simulation: Simulation, number: int) -> None:
    await run(subscriptions.remove_method, simulation.get_person(number))


async def pay_overdue(simulation: Simulation, number: int) -> None:
    await payment_workflow.pay_now(simulation.get_person(number))


async def pay_with_other_card(simulation: Simulation, number: int) -> None:
    """Pay a renewal that has failed on its page, or leave the page."""
    person = simulation.get_person(number)
    started = await payment_workflow.pay_now(person, with_other_card=True)
    if started is not None and number % 3:
        card = NEW_CARDS[number // 9 % len(NEW_CARDS)]
        await payment_workflow.pay_at_sandbox(person, started.payment.id, card=card)


async def renew(simulation: Simulation, number: int) -> None:
    """Let one to three workers renew subscriptions."""
    await do_together(*(payment_workflow.renew_subscriptions() for _ in range(1 + number % 3)))


async def check(simulation: Simulation, number: int) -> None:
    await payment_workflow.check_pending_payments()


async def revoke(simulation: Simulation, number: int) -> None:
    rows = [row for row in await simulation.list_subscriptions() if row.status in LIVE]
    if rows:
        row_id = rows[number % len(rows)].id
        await run(subscriptions.revoke, simulation.admin, subscription_id=row_id, reason="Fraud")


async def extend(simulation: Simulation, number: int) -> None:
    rows = [row for row in await simulation.list_subscriptions() if row.status in LIVE]
    if rows:
        arguments: dict[str, Any] = {"subscription_id": rows[number % len(rows)].id}
        arguments |= {"days": 1 + number, "reason": "Outage"}
        await run(subscriptions.grants.extend, simulation.admin, **arguments)


async def move_to_current_price(simulation: Simulation, number: int) -> None:
    """Notify the subscribers of a plan who pay an earlier price, or withdraw what was planned."""
    arguments: dict[str, Any] = {"plan_id": simulation.plans[number % len(simulation.plans)].id}
    arguments["reason"] = "Costs"
    if number % 4 == 0:
        await run(subscriptions.price_changes.withdraw_price_change, simulation.admin, **arguments)
    else:
        first_day = clock.now().date() + PRICE_CHANGE_NOTICE
        plan = subscriptions.price_changes.plan_price_change
        await run(plan, simulation.admin, first_day=first_day, **arguments)
    async with unit_of_work() as session:
        change_id = await session.scalar(select(func.max(PlanPriceChange.id)))
        assert change_id is not None
        for job in (
            subscriptions.price_change_mails.announce_price_change,
            subscriptions.price_change_mails.announce_withdrawal,
        ):
            await job(session, change_id=change_id)


async def delete_account(simulation: Simulation, number: int) -> None:
    """Close the account of the second or third user."""
    person = _get_other_person(simulation, number)
    simulation.closed.add(person.id)
    async with unit_of_work() as session:
        row = await session.get_one(User, person.id, with_for_update=FOR_NO_KEY_UPDATE)
        row.deleted_at = clock.now()
        row.purge_at = row.deleted_at + RESTORE_PERIOD
        events.record(session, accounts.AccountDeleted(person.id))


async def purge_accounts(simulation: Simulation, number: int) -> None:
    """Erase the closed accounts, after the time in which they could be restored.

    If there are none, one is closed now.
    """
    if simulation.closed <= simulation.merged.keys():
        await delete_account(simulation, number)
    leaving = simulation.closed - simulation.merged.keys()
    simulation.erased |= {
        payment.id
        for payment in await simulation.list_payments()
        if leaving & {payment.user_id, payment.recipient_id}
    }
    simulation.time += RESTORE_PERIOD
    with clock.travel(simulation.time):
        await purge_accounts_job.purge_accounts()


async def merge_accounts(simulation: Simulation, number: int) -> None:
    """Close the account of the second or third user, and move everything to the first one."""
    source, target = _get_other_person(simulation, number), simulation.people[0]
    simulation.closed.add(source.id)
    simulation.merged[source.id] = target.id
    async with unit_of_work() as session:
        row = await session.get_one(User, source.id, with_for_update=FOR_NO_KEY_UPDATE)
        row.deleted_at = clock.now()
    payments = await simulation.list_payments()
    simulation.moved |= {item.id: source.id for item in payments if item.user_id == source.id}
    ids = {"source_id": source.id, "target_id": target.id}
    async with unit_of_work() as session:
        await notifications.personal_data.move_inbox(session, **ids, limit=1_000)
        await subscriptions.personal_data.move_subscriptions(session, **ids)


async def ban(simulation: Simulation, number: int) -> None:
    """Ban a user for ten days or without an end, or lift the ban."""
    person, now = _get_other_person(simulation, number), clock.now()
    async with unit_of_work() as session:
        row = await session.get_one(User, person.id, with_for_update=FOR_NO_KEY_UPDATE)
        if row.banned_at is not None:
            row.banned_at = row.banned_until = None
            events.record(session, moderation.BanLifted(person.id))
        else:
            row.banned_at = now
            row.banned_until = now + timedelta(days=10) if number % 2 else None
            events.record(session, moderation.UserBanned(person.id))
    place = simulation.ids.index(person.id)
    simulation.people[place] = replace(
        person, banned_at=row.banned_at, banned_until=row.banned_until
    )


def _get_other_person(simulation: Simulation, number: int) -> Actor:
    """Return the second or third user, unless their account is closed."""
    return simulation.get_open(simulation.people[1 + number // 3 % 2])
