"""Tests of free trials."""

from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, DomainError, NotFound
from community.domain import site, subscriptions
from community.domain.subscriptions import PlanView
from community.models import Mail
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)


async def try_plan(actor: Actor, plan: PlanView) -> None:
    await run(subscriptions.start_trial, actor, plan_id=plan.id)


async def get_rejection(actor: Actor, plan: PlanView) -> str:
    with pytest.raises(DomainError) as error:
        await try_plan(actor, plan)
    return error.value.code


async def test_a_trial_gives_the_features_and_ends_by_itself(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14, features=["badge"])
    await try_plan(cast.alice, plan)
    trial = await get_subscription(cast.alice)
    assert (trial.origin, trial.status, trial.renews_at) == ("trial", "active", None)
    assert trial.access_until == trial.period_start + 14 * DAY
    assert [feature.code for feature in trial.features] == ["badge"]
    with clock.travel(14 * DAY):
        assert not (await get_subscription(cast.alice)).has_access
        assert (await payments.renew_subscriptions()).expired == 1
        assert await find_subscription(cast.alice) is None
    assert await list_payments() == []
    assert await list_movements() == []


async def test_a_mail_says_when_the_trial_ends(cast: Cast) -> None:
    await try_plan(cast.alice, await sell(cast.olga, trial_days=14))
    async with read_session() as session:
        [mail] = (await session.scalars(select(Mail))).all()
    assert mail.subject == "Your free trial of “Plus” has started"


async def test_a_user_has_one_trial(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    other = await add_plan(cast.olga, name="Pro", trial_days=7)
    await try_plan(cast.alice, plan)
    assert await get_rejection(cast.alice, other) == "already_subscribed"
    with clock.travel(15 * DAY):
        await payments.renew_subscriptions()
        assert await get_rejection(cast.alice, other) == "trial_used"
        await try_plan(cast.bob, other)


async def test_who_has_paid_before_gets_no_trial(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await buy(cast.alice, plan)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        assert await find_subscription(cast.alice) is None
        assert await get_rejection(cast.alice, plan) == "trial_used"


async def test_gifts_do_not_use_up_the_trial(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await buy(cast.bob, plan, recipient_id=cast.alice.id)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        await try_plan(cast.alice, plan)
        await try_plan(cast.bob, plan)


@pytest.mark.parametrize("feature", ["badge", "reactions"])
async def test_the_paid_time_begins_when_the_trial_ends(cast: Cast, feature: str) -> None:
    plan = await sell(cast.olga, trial_days=14, features=["badge"])
    pro = await add_plan(cast.olga, name="Pro", features=["reactions"])
    await try_plan(cast.alice, plan)
    trial = await get_subscription(cast.alice)
    with clock.travel(2 * DAY):
        payment = await buy(cast.alice, plan if feature == "badge" else pro)
    assert (payment.kind, payment.amount) == ("purchase", 500)
    paid = await get_subscription(cast.alice)
    assert paid.period_start == trial.access_until
    assert 28 <= (paid.access_until - paid.period_start).days <= 31
    # The features that were bought can be used at once.
    assert [found.code for found in paid.features] == [feature]
    assert [row.origin for row in await list_subscriptions()] == ["trial", "purchase"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("mallory", "banned"), ("guest", "unauthenticated"), ("bob", "trial_unavailable")],
)
async def test_other_trials_are_rejected(cast: Cast, name: str, code: str) -> None:
    plan = await sell(cast.olga, trial_days=0 if name == "bob" else 14)
    assert await get_rejection(getattr(cast, name), plan) == code
    assert await list_subscriptions() == []


async def test_plans_off_sale_have_no_trial(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, is_active=False)
    with pytest.raises(NotFound):
        await try_plan(cast.alice, plan)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, is_active=True)
    await run(site.update_settings, cast.olga, site.PaymentSettings(provider="off"))
    with pytest.raises(Conflict):
        await try_plan(cast.alice, plan)
