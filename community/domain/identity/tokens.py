"""Functions that create, list and revoke personal access tokens.

A program that has such a token can call the HTTP API on behalf of the user. All functions require a
session cookie (`policies.ensure_session_authentication`). A token of another user, or a token that
was revoked or has expired, counts as not found.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound
from community.core.read_models import ReadModel, Timestamp
from community.core.text.normalization import clean_line
from community.domain.identity import policies
from community.domain.identity.events import TokenCreated, TokenRevoked
from community.i18n import gettext as _, ngettext
from community.models import AccessToken


class Token(ReadModel):
    """A personal access token.

    `secret` is included only in the response to the request that creates the token.
    """

    id: int
    name: str
    scopes: list[str]
    created_at: Timestamp
    last_used_at: Timestamp | None = None
    expires_at: Timestamp | None = None
    secret: str | None = None


async def create_token(
    session: AsyncSession,
    actor: Actor,
    *,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
) -> Token:
    """Create a personal access token and return it with its secret.

    Callers cannot read the secret later, because the database contains only a hash of the secret.
    Raise `Conflict` if the actor already has `MAX_TOKENS` tokens.
    """
    policies.ensure_session_authentication(actor)
    if await _count_tokens(session, actor) >= policies.MAX_TOKENS:
        raise Conflict(
            ngettext(
                "You can have up to {n} access token. Revoke one you don't use.",
                "You can have up to {n} access tokens. Revoke one you don't use.",
                policies.MAX_TOKENS,
            )
        )
    secret = policies.TOKEN_PREFIX + ids.new_token()
    row = AccessToken(
        user_id=actor.id,
        name=_clean_name(name),
        token_hash=ids.hash_token(secret),
        scopes=_clean_scopes(scopes),
        expires_at=_clean_expires_at(expires_at),
    )
    session.add(row)
    await session.flush()
    events.record(session, TokenCreated(actor.id, row.id))
    return Token.model_validate(row).model_copy(update={"secret": secret})


async def list_tokens(session: AsyncSession, actor: Actor) -> list[Token]:
    """Return the actor's tokens that are neither revoked nor expired, newest first."""
    policies.ensure_session_authentication(actor)
    rows = await session.scalars(
        select(AccessToken)
        .where(_build_own_valid_tokens_condition(actor))
        .order_by(col(AccessToken.id).desc())
    )
    return [Token.model_validate(row) for row in rows]


async def get_token(session: AsyncSession, actor: Actor, *, token_id: int) -> Token:
    policies.ensure_session_authentication(actor)
    row = await session.scalar(
        select(AccessToken).where(
            col(AccessToken.id) == token_id, _build_own_valid_tokens_condition(actor)
        )
    )
    if row is None:
        raise _make_token_not_found_error()
    return Token.model_validate(row)


async def revoke_token(session: AsyncSession, actor: Actor, *, token_id: int) -> None:
    policies.ensure_session_authentication(actor)
    revoked_id = await session.scalar(
        update(AccessToken)
        .where(col(AccessToken.id) == token_id, _build_own_valid_tokens_condition(actor))
        .values(revoked_at=clock.now())
        .returning(col(AccessToken.id))
        .execution_options(synchronize_session=False)
    )
    if revoked_id is None:
        raise _make_token_not_found_error()
    events.record(session, TokenRevoked(actor.id, token_id))


async def _count_tokens(session: AsyncSession, actor: Actor) -> int:
    query = (
        select(func.count())
        .select_from(AccessToken)
        .where(_build_own_valid_tokens_condition(actor))
    )
    return await session.scalar(query) or 0


def _build_own_valid_tokens_condition(actor: Actor) -> ColumnElement[bool]:
    expires_at = col(AccessToken.expires_at)
    return and_(
        col(AccessToken.user_id) == actor.id,
        col(AccessToken.revoked_at).is_(None),
        or_(expires_at.is_(None), expires_at > clock.now()),
    )


def _clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=policies.TOKEN_NAME_MAX_LENGTH)
    if not cleaned:
        message = ngettext(
            "Enter a name of up to {n} character.",
            "Enter a name of up to {n} characters.",
            policies.TOKEN_NAME_MAX_LENGTH,
        )
        raise Invalid.for_field("name", message)
    return cleaned


def _clean_scopes(scopes: Sequence[str]) -> list[str]:
    cleaned = [scope for scope in policies.SCOPES if scope in scopes]
    if not cleaned or len(cleaned) != len(set(scopes)):
        raise Invalid.for_field("scopes", _("Choose what the token can do: read, write or both."))
    return cleaned


def _clean_expires_at(expires_at: datetime | None) -> datetime | None:
    if expires_at is None:
        return None
    now = clock.now()
    if expires_at.tzinfo is None or not now < expires_at <= now + policies.MAX_TOKEN_LIFETIME:
        message = _("Choose a time within the next 10 years, with a time zone.")
        raise Invalid.for_field("expires_at", message)
    return expires_at


def _make_token_not_found_error() -> NotFound:
    return NotFound(_("Access token not found"))
