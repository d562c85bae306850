"""Coming in and going out."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.errors import Invalid, NotAllowed
from community.core.locks import HELD
from community.domain.accounts import devices, passwords, policies
from community.domain.accounts.events import PasswordChanged, SignedIn
from community.domain.accounts.identity import actor_of
from community.domain.accounts.queries import find_by_login
from community.models import Session, User

_ASKED = {"login": "Enter your e-mail or address.", "password": "Enter your password."}


@dataclass(frozen=True, slots=True)
class Claim:
    """Whose password somebody says that they know, and what is stored of it; None for nobody's."""

    login: str
    user_id: int | None
    password_hash: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Proof:
    """Somebody knew the password of this account, as long as it stays the password."""

    user_id: int
    password_hash: str
    renewed_hash: str | None = None


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in just made: the secret for the cookie, and the actor from now on."""

    token: str
    actor: Actor
    expires_at: datetime


async def claim(session: AsyncSession, *, login: str) -> Claim:
    """The account that somebody names: what `prove` needs to know of it.

    Args:
        login: e-mail or slug.
    """
    return _claim(login, await find_by_login(session, login) if login.strip() else None)


async def claim_oneself(session: AsyncSession, actor: Actor) -> Claim:
    """The same for somebody who is signed in already, before what needs the password once more."""
    policies.ensure_in_person(actor)
    return _claim(actor.slug, await session.get(User, actor.id))


async def prove(claim: Claim, *, password: str) -> Proof:
    """Compare a password with that of an account. Takes long, so it is asked outside of a session.

    Raises:
        Invalid: one of them is not there at all.
        NotAllowed: `invalid_credentials`, in the same words and after the same work whether
            there is no such account or the password is another.
    """
    _ensure_given(login=claim.login, password=password)
    return await _prove(claim, password)


async def prove_oneself(claim: Claim, *, password: str) -> Proof:
    """The same for `claim_oneself`.

    Raises:
        Invalid: this is not their password.
    """
    try:
        return await _prove(claim, password)
    except NotAllowed as refusal:
        raise Invalid.field("current_password", "This is not your password.") from refusal


def _claim(login: str, user: User | None) -> Claim:
    return Claim(login, None, None) if user is None else Claim(login, user.id, user.password_hash)


def _ensure_given(**given: str) -> None:
    missing = {name: [_ASKED[name]] for name, value in given.items() if not value.strip()}
    if missing:
        raise Invalid(next(iter(missing.values()))[0], fields=missing)


async def _prove(claim: Claim, password: str) -> Proof:
    is_right, renewed = await passwords.verify(password, claim.password_hash)
    if claim.user_id is None or claim.password_hash is None or not is_right:
        raise _invalid_credentials()
    return Proof(claim.user_id, claim.password_hash, renewed)


async def accept(session: AsyncSession, proof: Proof) -> User:
    """The account of a proof, locked until the end of the transaction.

    Raises:
        NotAllowed: `invalid_credentials`: the password was changed, or the account closed, since.
    """
    await session.flush()
    user = await session.get(User, proof.user_id, with_for_update=HELD, populate_existing=True)
    if user is None or user.deleted_at is not None or user.password_hash != proof.password_hash:
        raise _invalid_credentials()
    if proof.renewed_hash is not None:
        user.password_hash = proof.renewed_hash
    return user


async def sign_in(session: AsyncSession, actor: Actor, *, user: User, user_agent: str) -> SignIn:
    """Sign somebody in who has shown who they are; what the browser was signed in as before ends.

    Args:
        actor: who asks: most often a guest, with the address of the call.
    """
    if actor.session_id is not None:
        await devices.revoke(session, col(Session.id) == actor.session_id)
    moment, token = clock.now(), ids.new_token()
    row = Session(
        user_id=user.id,
        token_hash=ids.digest(token),
        user_agent=user_agent[: policies.USER_AGENT_LIMIT],
        address=actor.address[:45],
        created_at=moment,
        last_seen_at=moment,
        expires_at=moment + policies.SESSION_TERM,
    )
    session.add(row)
    user.last_seen_at = moment
    await session.flush()
    await devices.revoke_oldest(session, user.id)
    events.record(session, SignedIn(user.id, row.id))
    signed = replace(actor_of(user, address=actor.address), session_id=row.id, seen_at=moment)
    return SignIn(token, signed, row.expires_at)


async def sign_out(session: AsyncSession, actor: Actor) -> bool:
    """End the sign-in that this call came through. False if there was none."""
    return actor.session_id is not None and bool(
        await devices.revoke(session, col(Session.id) == actor.session_id)
    )


async def change_password(
    session: AsyncSession,
    actor: Actor,
    *,
    proof: Proof,
    password: passwords.Hashed,
    user_agent: str,
) -> SignIn:
    """Take a new password; every sign-in ends, and this browser gets a new one.

    Raises:
        NotAllowed: the account of the proof is not the actor's, or has another password by now.
    """
    policies.ensure_in_person(actor)
    user = await accept(session, proof)
    if not actor.is_person(user.id):
        raise _invalid_credentials()
    user.password_hash = password
    await devices.revoke(session, col(Session.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    return await sign_in(session, actor, user=user, user_agent=user_agent)


def _invalid_credentials() -> NotAllowed:
    return NotAllowed(
        "There is no account with this name and password.", code="invalid_credentials"
    )
