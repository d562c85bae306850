"""Tests of plans that users give to each other."""

import pytest
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, Invalid
from community.domain import subscriptions
from community.domain.accounts import bots
from community.domain.subscriptions.policies import GIFT_MESSAGE_MAX_LENGTH
from community.models import Mail, User
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    find_subscription,
    get_subscription,
    sell,
    start,
)


async def list_mails_to(actor: Actor) -> list[Mail]:
    async with read_session() as session:
        email = (await session.get_one(User, actor.id)).email
        return list(await session.scalars(select(Mail).where(col(Mail.recipient) == email)))


async def test_the_recipient_gets_a_mail_when_the_gift_is_paid(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(
        cast.alice, plan, recipient_id=cast.bob.id, message=" Happy birthday, <b>Bob</b>! "
    )
    assert (started.payment.kind, started.payment.recipient) == ("gift", "Bob")
    assert await list_mails_to(cast.bob) == []
    await buy(cast.alice, plan, recipient_id=cast.bob.id, message="Happy birthday, <b>Bob</b>!")
    [mail] = await list_mails_to(cast.bob)
    assert mail.subject == "Alice gave you “Plus”"
    assert "Happy birthday, <b>Bob</b>!" in mail.text
    assert "&lt;b&gt;" in mail.html
    gift = await get_subscription(cast.bob)
    assert (gift.origin, gift.giver, gift.renews_at) == ("gift", "Alice", None)
    [receipt] = await list_mails_to(cast.alice)
    assert receipt.subject.startswith("Your receipt")


async def test_the_assistant_gets_no_gifts(cast: Cast) -> None:
    async with unit_of_work() as session:
        bot = await bots.ensure_bot(session)
        assert await subscriptions.get_recipient_id(session, "@bob") == cast.bob.id
        with pytest.raises(Invalid):
            await subscriptions.get_recipient_id(session, bot.slug)


async def test_a_changed_message_is_that_of_the_paid_gift(cast: Cast) -> None:
    plan = await sell(cast.olga)
    first = await start(cast.alice, plan, recipient_id=cast.bob.id, message="One")
    second = await start(cast.alice, plan, recipient_id=cast.bob.id, message="Two")
    assert (first.payment.id != second.payment.id, second.payment.message) == (True, "Two")


async def test_a_gift_begins_after_the_trial_of_the_recipient(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    pro = await add_plan(cast.olga, name="Pro")
    await run(subscriptions.start_trial, cast.bob, plan_id=plan.id)
    trial = await get_subscription(cast.bob)
    await buy(cast.alice, pro, recipient_id=cast.bob.id)
    gift = await get_subscription(cast.bob)
    assert (gift.origin, gift.plan.name, gift.period_start) == ("gift", "Pro", trial.access_until)


@pytest.mark.parametrize(
    ("username", "message", "field"),
    [("bob", "", "recipient"), ("alice", "", "recipient"), ("eve", "x" * 301, "message")],
)
async def test_a_gift_that_is_not_possible_says_why(
    cast: Cast, username: str, message: str, field: str
) -> None:
    plan = await sell(cast.olga)
    await buy(cast.bob, plan)
    people = {"bob": cast.bob, "alice": cast.alice, "eve": cast.charlie}
    with pytest.raises(DomainError) as error:
        await start(cast.alice, plan, recipient_id=people[username].id, message=message)
    assert list(error.value.field_errors) == [field]
    assert GIFT_MESSAGE_MAX_LENGTH == 300
    assert await find_subscription(cast.alice) is None
