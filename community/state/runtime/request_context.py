"""The event that the server currently handles: its user, its browser tab and its cookies.

`run_action` and `run_query` call the domain as the user who sent the event.

Context variables contain the actor, the token of the browser tab and the result of the rate limit
check. The authorization of events (`policy.py`) sets them before every event handler
runs.

The cookies of a socket are removed from the headers that Reflex copies into the State. Only this
module reads them.
"""

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from community import authentication
from community.core import rate_limits
from community.core.actor import GUEST, Actor
from community.core.db.sessions import forbid_writes_of, read_session, unit_of_work
from community.core.http import cookies

P = ParamSpec("P")
T = TypeVar("T")
DomainFunction = Callable[Concatenate[AsyncSession, Actor, P], Awaitable[T]]

_actor: ContextVar[Actor] = ContextVar("actor", default=GUEST)
_tab: ContextVar[str] = ContextVar("tab", default="")
_pending_identity: ContextVar[str | None] = ContextVar("pending_identity", default=None)
_limit_result: ContextVar[rate_limits.LimitResult | None] = ContextVar("limit_result", default=None)

# The session tokens of the sockets, by their Socket.IO session id.
_session_tokens: dict[str, str] = {}
# The identities that wait for an account (`core/http/cookies.py`).
_pending_identities: dict[str, str] = {}


def get_actor() -> Actor:
    """Return the user or guest who sent the event."""
    return _actor.get()


def get_tab_token() -> str:
    return _tab.get()


def get_pending_identity() -> str | None:
    """Return the token of an identity that has no account yet, which the browser keeps."""
    return _pending_identity.get()


def get_rate_limit_result() -> rate_limits.LimitResult | None:
    """Return the result of the rate limit check, or None if the handler has no rate limit."""
    return _limit_result.get()


async def run_action(action: DomainFunction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a domain action in a unit of work of its own, and return its result."""
    async with unit_of_work() as session:
        return await action(session, _actor.get(), *args, **kwargs)


async def run_query(query: DomainFunction[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    async with read_session() as session:
        return await query(session, _actor.get(), *args, **kwargs)


def set_request(actor: Actor, tab_token: str, socket_id: str = "") -> None:
    """Set the context of a new event. Only the authorization of events calls this function."""
    _actor.set(actor)
    forbid_writes_of(actor)
    _tab.set(tab_token)
    _pending_identity.set(_pending_identities.get(socket_id))
    rate_limits.start_recording_work()
    _limit_result.set(None)


def set_rate_limit_result(limit_result: rate_limits.LimitResult) -> None:
    """Store the result of the rate limit check. Only the authorization of events calls this."""
    _limit_result.set(limit_result)


async def authenticate_socket(socket_id: str, ip_address: str = "") -> Actor:
    """Return the user whose session cookie the browser sent with the socket, or a guest.

    Args:
        ip_address: The address of the client. Empty if the user has not sent an event.
    """
    token = _session_tokens.get(socket_id)
    return await authentication.authenticate_session(token, ip_address)


def take_cookies(socket_id: str, headers: dict[str, str]) -> None:
    """Remove the credentials from the headers of a new socket, and store those in its cookies."""
    cookie_header = headers.pop("cookie", "")
    headers.pop("authorization", None)
    if (token := authentication.find_session_token(cookie_header)) is not None:
        _session_tokens[socket_id] = token
    if (pending := cookies.find_pending_token(cookie_header)) is not None:
        _pending_identities[socket_id] = pending


def forget_cookies(socket_id: str) -> None:
    _session_tokens.pop(socket_id, None)
    _pending_identities.pop(socket_id, None)
