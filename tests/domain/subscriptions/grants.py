"""Plans that administrators give to users in tests of features."""

from datetime import datetime, timedelta

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import identity, subscriptions
from community.models import UserSubscription
from tests.domain.actions import run
from tests.workflows.payments.buyers import add_plan

GRANTED = timedelta(days=30)


async def grant(
    admin: Actor, user: Actor, *features: str, until: datetime | None = None
) -> UserSubscription:
    """Give the user a new plan with these features. It is not on sale."""
    plan = await add_plan(admin, name=f"For {user.slug}", features=list(features), is_active=False)
    until = until or clock.now() + GRANTED
    return await run(subscriptions.grant, admin, user_id=user.id, plan_id=plan.id, until=until)


async def revoke(admin: Actor, subscription: UserSubscription) -> None:
    await run(
        subscriptions.revoke, admin, subscription_id=subscription.id, reason="It was a mistake."
    )


async def load_actor(user: Actor) -> Actor:
    """Return the user as an actor with the features of their plan."""
    async with unit_of_work() as session:
        [actor] = await identity.find_actors(session, [user.id])
    return actor
