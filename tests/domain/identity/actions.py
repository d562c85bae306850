"""Functions that register users and sign in with a password, as the web forms do."""

from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, identity
from community.models import User

PASSWORD = "a quiet harbour"


async def register_user(name: str = "Dora", **overrides: str) -> User:
    """Register a user.

    `overrides` replaces the default values of the fields `email`, `password` and `slug`.
    """
    email = overrides.pop("email", f"{name.lower()}@example.com")
    data = await accounts.validate_registration(
        name=name,
        email=email,
        password=overrides.pop("password", PASSWORD),
        slug=overrides.pop("slug", None),
    )
    async with unit_of_work() as session:
        return await accounts.register(session, data)


async def sign_in(
    login: str, password: str = PASSWORD, *, current_actor: Actor = GUEST
) -> identity.SignInResult:
    """Sign in with a password.

    Args:
        current_actor: The actor that the browser is already signed in as.
    """
    async with read_session() as session:
        stored = await identity.find_credentials(session, login=login)
    verified = await identity.verify_password(stored, password=password)
    async with unit_of_work() as session:
        user = await identity.load_verified_user(session, verified)
        return await identity.sign_in(session, current_actor, user=user, user_agent="Firefox")


async def find_actor_by_session_token(token: str) -> Actor | None:
    async with read_session() as session:
        return await identity.authenticate_session(session, token)
