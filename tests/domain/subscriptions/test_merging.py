"""Tests of the subscriptions of accounts that are merged."""

from datetime import timedelta
from typing import Any

from sqlmodel import col, select

from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.models import Payment, PaymentMethod, UserSubscription
from tests.cast import Cast
from tests.domain.subscriptions.rows import add_subscription


async def merge(cast: Cast) -> int:
    async with unit_of_work() as session:
        return await subscriptions.personal_data.move_subscriptions(
            session, source_id=cast.alice.id, target_id=cast.bob.id
        )


async def test_a_paid_subscription_stays_rather_than_a_longer_trial(cast: Cast) -> None:
    async with unit_of_work() as session:
        await add_subscription(session, cast.alice, cast.olga)
        await add_subscription(session, cast.bob, cast.olga)
        await session.flush()
        own = select(UserSubscription).where(UserSubscription.user_id == cast.bob.id)
        trial = (await session.scalars(own)).one()
        trial.origin, trial.period_number = "trial", 0
        trial.access_until += timedelta(days=60)
    await merge(cast)
    async with read_session() as session:
        rows = await session.execute(
            select(UserSubscription.origin, UserSubscription.status).order_by(
                col(UserSubscription.id)
            )
        )
        assert [tuple(row) for row in rows] == [("purchase", "active"), ("trial", "expired")]


async def test_everything_moves_and_the_longer_subscription_stays(cast: Cast) -> None:
    async with unit_of_work() as session:
        await add_subscription(session, cast.alice, cast.olga)
        await add_subscription(session, cast.bob, cast.olga)
        await session.flush()
        own = select(UserSubscription).where(UserSubscription.user_id == cast.alice.id)
        longer = (await session.scalars(own)).one()
        longer.access_until += timedelta(days=5)
    assert await merge(cast) == 5
    assert await merge(cast) == 0
    async with read_session() as session:
        rows = (
            await session.scalars(select(UserSubscription).order_by(col(UserSubscription.id)))
        ).all()
        assert [(row.user_id, row.status) for row in rows] == [
            (cast.bob.id, "active"),
            (cast.bob.id, "expired"),
        ]
        for column in (Payment.user_id, Payment.recipient_id, PaymentMethod.user_id):
            assert cast.alice.id not in (await session.scalars(select(column))).all()


async def test_a_renewal_moves_with_its_subscription(cast: Cast) -> None:
    """Also if the other account has begun to buy something."""
    async with unit_of_work() as session:
        await add_subscription(session, cast.alice, cast.olga)
        await session.flush()
        version_id = (await session.scalars(select(UserSubscription.plan_version_id))).one()
        unfinished: dict[str, Any] = {
            "plan_version_id": version_id,
            "provider": "sandbox",
            "amount": 500,
            "currency": "EUR",
        }
        session.add(Payment(user_id=cast.alice.id, kind="renewal", **unfinished))
        session.add(Payment(user_id=cast.bob.id, kind="purchase", **unfinished))
    await merge(cast)
    async with read_session() as session:
        rows = await session.scalars(select(Payment.user_id).where(Payment.kind == "renewal"))
        assert rows.all() == [cast.bob.id]
