"""Personal access tokens: how programs act for a person."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound
from community.core.plain import plain_line
from community.domain.accounts import policies
from community.domain.accounts.events import TokenCreated, TokenRevoked
from community.domain.accounts.schemas import Token
from community.models import AccessToken


async def create_token(
    session: AsyncSession,
    actor: Actor,
    *,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
) -> Token:
    """Make a token. This answer is the only one that has its secret.

    Raises:
        Invalid: no name, an unknown scope or none, an end in the past.
        Conflict: the actor has too many.
    """
    policies.ensure_in_person(actor)
    if await _count(session, actor) >= policies.MAX_TOKENS:
        raise Conflict(
            f"You have {policies.MAX_TOKENS} access tokens. Revoke one that you do not use."
        )
    secret = policies.TOKEN_PREFIX + ids.new_token()
    row = AccessToken(
        user_id=actor.id,
        name=_checked_name(name),
        token_hash=ids.digest(secret),
        scopes=_checked_scopes(scopes),
        expires_at=_checked_end(expires_at),
    )
    session.add(row)
    await session.flush()
    events.record(session, TokenCreated(actor.id, row.id))
    return Token.model_validate(row).model_copy(update={"secret": secret})


async def list_tokens(session: AsyncSession, actor: Actor) -> list[Token]:
    """The actor's tokens that still open something, the newest first."""
    policies.ensure_in_person(actor)
    rows = await session.scalars(
        select(AccessToken).where(_is_own(actor)).order_by(col(AccessToken.id).desc())
    )
    return [Token.model_validate(row) for row in rows]


async def get_token(session: AsyncSession, actor: Actor, *, token_id: int) -> Token:
    """One of the actor's tokens.

    Raises:
        NotFound: it is not theirs, or has ended.
    """
    policies.ensure_in_person(actor)
    row = await session.scalar(
        select(AccessToken).where(col(AccessToken.id) == token_id, _is_own(actor))
    )
    if row is None:
        raise _not_found()
    return Token.model_validate(row)


async def revoke_token(session: AsyncSession, actor: Actor, *, token_id: int) -> None:
    """End a token at once.

    Raises:
        NotFound: it is not the actor's, or has ended.
    """
    policies.ensure_in_person(actor)
    ended = await session.scalar(
        update(AccessToken)
        .where(col(AccessToken.id) == token_id, _is_own(actor))
        .values(revoked_at=clock.now())
        .returning(col(AccessToken.id))
        .execution_options(synchronize_session=False)
    )
    if ended is None:
        raise _not_found()
    events.record(session, TokenRevoked(actor.id, token_id))


async def _count(session: AsyncSession, actor: Actor) -> int:
    counted = select(func.count()).select_from(AccessToken).where(_is_own(actor))
    return await session.scalar(counted) or 0


def _is_own(actor: Actor) -> ColumnElement[bool]:
    expires_at = col(AccessToken.expires_at)
    return and_(
        col(AccessToken.user_id) == actor.id,
        col(AccessToken.revoked_at).is_(None),
        or_(expires_at.is_(None), expires_at > clock.now()),
    )


def _checked_name(name: str) -> str:
    kept = plain_line(name)
    if not kept or len(kept) > policies.TOKEN_NAME_LIMIT:
        sentence = f"Give the token a name of up to {policies.TOKEN_NAME_LIMIT} characters."
        raise Invalid.field("name", sentence)
    return kept


def _checked_scopes(scopes: Sequence[str]) -> list[str]:
    kept = [scope for scope in policies.SCOPES if scope in scopes]
    if not kept or len(kept) != len(set(scopes)):
        raise Invalid.field("scopes", "Choose what the token may do: read, write or both.")
    return kept


def _checked_end(expires_at: datetime | None) -> datetime | None:
    if expires_at is None:
        return None
    moment = clock.now()
    if expires_at.tzinfo is None or not moment < expires_at <= moment + policies.TOKEN_TERM:
        sentence = "Choose a time within the next ten years, with its time zone."
        raise Invalid.field("expires_at", sentence)
    return expires_at


def _not_found() -> NotFound:
    return NotFound("You have no such access token.")
