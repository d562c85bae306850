"""Tests of payments that the provider does not accept, and of errors in one of many renewals."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, Unavailable
from community.gateways.payments import (
    Charge,
    PaymentProviderError,
    ProviderPayment,
    ProviderUnavailable,
)
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.workflows import payments
from community.workflows.payments import gateways
from tests import factories
from tests.cast import Cast
from tests.workflows.payments.buyers import (
    buy,
    count_money_at_sandbox,
    count_payment_mails,
    get_subscription,
    list_payments,
    sell,
    start,
)

DAY = timedelta(days=1)


@contextmanager
def answer_with(error: Exception, *, only_first: bool = False) -> Iterator[None]:
    """Let the provider answer each request for a new payment, or only the first, with an error."""
    create, answers = SandboxGateway.create_payment, [error]

    async def fail(gateway: SandboxGateway, charge: Charge) -> ProviderPayment:
        if answers:
            raise answers.pop() if only_first else answers[0]
        return await create(gateway, charge)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxGateway, "create_payment", fail)
        yield


async def until_end(actor: Actor) -> timedelta:
    return (await get_subscription(actor)).access_until - clock.now()


async def test_a_payment_that_the_provider_does_not_accept_ends(cast: Cast) -> None:
    """For example, an upgrade can cost less than the smallest amount of the provider."""
    plan = await sell(cast.olga)
    error = PaymentProviderError("amount_too_small")
    with answer_with(error), pytest.raises(Conflict, match="such a small amount"):
        await start(cast.alice, plan)
    assert [(row.status, row.failure) for row in await list_payments()] == [
        ("failed", "amount_too_small")
    ]
    assert (await buy(cast.alice, plan)).status == "succeeded"


async def test_a_payment_that_has_no_answer_is_continued(cast: Cast) -> None:
    plan = await sell(cast.olga)
    with answer_with(ProviderUnavailable("timeout")), pytest.raises(Unavailable):
        await start(cast.alice, plan)
    assert [row.status for row in await list_payments()] == ["created"]
    await buy(cast.alice, plan)
    assert len(await list_payments()) == 1


async def test_a_renewal_that_is_not_accepted_for_a_day_fails(cast: Cast) -> None:
    """On the first day the reason can be a wrong key, which administrators mend."""
    await buy(cast.alice, await sell(cast.olga))
    first = await until_end(cast.alice) - DAY
    with answer_with(PaymentProviderError("unknown_method")):
        for hours in (1, 20):
            with clock.travel(first + timedelta(hours=hours)):
                assert (await payments.renew_subscriptions()).failures == 1
                assert (await get_subscription(cast.alice)).status == "active"
        with clock.travel(first + timedelta(hours=26)):
            await payments.renew_subscriptions()
            assert (await get_subscription(cast.alice)).status == "past_due"
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "failed": 1}


async def test_an_error_in_one_renewal_does_not_stop_the_others(cast: Cast) -> None:
    plan = await sell(cast.olga)
    for actor in (cast.alice, cast.bob, cast.charlie):
        await buy(actor, plan)
    with clock.travel(await until_end(cast.charlie)):
        with answer_with(RuntimeError("a defect"), only_first=True):
            summary = await payments.renew_subscriptions()
        assert (summary.renewed, summary.failures) == (2, 1)
        assert (await payments.renew_subscriptions()).renewed == 1
    assert await count_money_at_sandbox() == 3_000


@pytest.mark.parametrize(("seconds", "asked"), [(0.0, 3), (60.0, 5)])
async def test_a_provider_that_lets_requests_wait_is_asked_a_few_times(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, seconds: float, asked: int
) -> None:
    """Errors that come sooner than after `seconds` do not keep the others from being checked."""
    plan = await sell(cast.olga)
    for number in range(5):
        await start(await factories.user(f"buyer{number}"), plan)
    monkeypatch.setattr(gateways, "UNANSWERED_SECONDS", seconds)
    requests = []

    async def fail(_gateway: object, reference: str) -> None:
        requests.append(reference)
        raise ProviderUnavailable("timeout")

    with monkeypatch.context() as patch:
        patch.setattr(SandboxGateway, "fetch_payment", fail)
        summary = await payments.check_pending_payments()
    assert (summary.checked, summary.failures, len(requests)) == (5, 5, asked)
    assert (await payments.check_pending_payments()).statuses == {"pending": 5}


async def test_an_error_in_one_payment_does_not_stop_the_check_of_the_others(cast: Cast) -> None:
    plan = await sell(cast.olga)
    with answer_with(ProviderUnavailable("timeout")):
        for actor in (cast.alice, cast.bob):
            with pytest.raises(Unavailable):
                await start(actor, plan)
    with answer_with(RuntimeError("a defect"), only_first=True):
        summary = await payments.check_pending_payments()
    assert (summary.checked, summary.failures, summary.statuses) == (2, 1, {"pending": 1})
