"""Coming in, going out, and the devices that one is signed in on."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.errors import Invalid, NotAllowed, NotFound
from community.core.locks import HELD
from community.domain.accounts import passwords, policies
from community.domain.accounts.events import PasswordChanged, SessionRevoked, SignedIn
from community.domain.accounts.identity import actor_of
from community.domain.accounts.queries import find_by_login
from community.domain.accounts.schemas import Device
from community.models import Session, User


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


async def prove(session: AsyncSession, *, login: str, password: str) -> Proof:
    """Compare a password with that of an account. Needs no transaction to write in: it takes long.

    Args:
        login: e-mail or slug.

    Raises:
        NotAllowed: `invalid_credentials`, in the same words and after the same work whether
            there is no such account or the password is another.
    """
    user = await find_by_login(session, login)
    return await _prove(user, password)


async def prove_oneself(session: AsyncSession, actor: Actor, *, password: str) -> Proof:
    """The same for somebody who is signed in already, before what needs the password once more.

    Raises:
        Invalid: this is not their password.
    """
    policies.ensure_in_person(actor)
    try:
        return await _prove(await session.get(User, actor.id), password)
    except NotAllowed as refusal:
        raise Invalid.field("current_password", "This is not your password.") from refusal


async def _prove(user: User | None, password: str) -> Proof:
    known = user.password_hash if user is not None else None
    is_right, renewed = await passwords.verify(password, known)
    if user is None or known is None or not is_right:
        raise _invalid_credentials()
    return Proof(user.id, known, renewed)


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
        await _revoke(session, col(Session.id) == actor.session_id)
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
    await _revoke_oldest(session, user.id)
    events.record(session, SignedIn(user.id, row.id))
    signed = replace(actor_of(user, address=actor.address), session_id=row.id, seen_at=moment)
    return SignIn(token, signed, row.expires_at)


async def sign_out(session: AsyncSession, actor: Actor) -> bool:
    """End the sign-in that this call came through. False if there was none."""
    return actor.session_id is not None and bool(
        await _revoke(session, col(Session.id) == actor.session_id)
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
    await _revoke(session, col(Session.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    return await sign_in(session, actor, user=user, user_agent=user_agent)


async def list_devices(session: AsyncSession, actor: Actor) -> list[Device]:
    """Where the actor is signed in, the latest used first."""
    policies.ensure_in_person(actor)
    rows = await session.scalars(
        select(Session)
        .where(col(Session.user_id) == actor.id, _is_alive())
        .order_by(col(Session.last_seen_at).desc(), col(Session.id).desc())
    )
    return [
        Device.model_validate(row).model_copy(update={"is_current": row.id == actor.session_id})
        for row in rows
    ]


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    """End one of the actor's sign-ins.

    Raises:
        NotFound: it is not theirs, or has ended.
    """
    policies.ensure_in_person(actor)
    own = and_(col(Session.id) == device_id, col(Session.user_id) == actor.id)
    if not await _revoke(session, own):
        raise NotFound("You are not signed in on such a device.")


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """End all sign-ins of the actor but this one. Returns how many there were."""
    policies.ensure_in_person(actor)
    others = and_(col(Session.user_id) == actor.id, col(Session.id) != actor.session_id)
    return await _revoke(session, others)


async def purge_ended(session: AsyncSession) -> int:
    """Remove sign-ins that are over. Returns how many there were."""
    result = await session.execute(delete(Session).where(~_is_alive()).returning(col(Session.id)))
    return len(result.all())


async def _revoke(session: AsyncSession, which: ColumnElement[bool]) -> int:
    ended = await session.execute(
        update(Session)
        .where(which, _is_alive())
        .values(revoked_at=clock.now())
        .returning(col(Session.user_id), col(Session.id))
        .execution_options(synchronize_session=False)
    )
    facts = [SessionRevoked(user_id, session_id) for user_id, session_id in ended]
    for fact in facts:
        events.record(session, fact)
    return len(facts)


async def _revoke_oldest(session: AsyncSession, user_id: int) -> None:
    newest = (
        select(Session.id)
        .where(col(Session.user_id) == user_id, _is_alive())
        .order_by(col(Session.last_seen_at).desc(), col(Session.id).desc())
        .limit(policies.MAX_SESSIONS)
    )
    await _revoke(session, and_(col(Session.user_id) == user_id, col(Session.id).not_in(newest)))


def _is_alive() -> ColumnElement[bool]:
    return and_(col(Session.revoked_at).is_(None), col(Session.expires_at) > clock.now())


def _invalid_credentials() -> NotAllowed:
    return NotAllowed(
        "There is no account with this name and password.", code="invalid_credentials"
    )
