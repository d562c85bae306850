"""Newcomers with a password, who sign in as a browser would have them do."""

from community.core.actor import GUEST, Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.models import User

PASSWORD = "a quiet harbour"


async def join(name: str = "Dora", **more: str) -> User:
    """Register with good answers, but for those given."""
    email = more.pop("email", f"{name.lower()}@example.com")
    application = await accounts.apply(
        name=name, email=email, password=more.pop("password", PASSWORD), slug=more.pop("slug", None)
    )
    async with unit_of_work() as session:
        return await accounts.register(session, application)


async def come_in(login: str, password: str = PASSWORD, *, as_: Actor = GUEST) -> accounts.SignIn:
    """Sign in with a password, from a browser that is `as_` so far."""
    async with reading() as session:
        claim = await accounts.claim(session, login=login)
    proof = await accounts.prove(claim, password=password)
    async with unit_of_work() as session:
        user = await accounts.accept(session, proof)
        return await accounts.sign_in(session, as_, user=user, user_agent="Firefox")


async def whose(token: str) -> Actor | None:
    """Who a cookie belongs to."""
    async with reading() as session:
        return await accounts.actor_of_session(session, token, address="192.0.2.1")
