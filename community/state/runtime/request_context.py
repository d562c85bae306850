"""Context variables of the event that the server currently handles.

They contain the actor, the token of the browser tab, the result of the rate limit check and whether
the event has begun expensive work.
`EventAuthorization` sets them before every event handler runs.
"""

from contextvars import ContextVar

from community.core import throttle
from community.core.actor import GUEST, Actor
from community.core.db.sessions import forbid_writes_of
from community.core.throttle import LimitResult

_actor: ContextVar[Actor] = ContextVar("actor", default=GUEST)
_tab: ContextVar[str] = ContextVar("tab", default="")
_pending_identity: ContextVar[str | None] = ContextVar("pending_identity", default=None)
_limit_result: ContextVar[LimitResult | None] = ContextVar("limit_result", default=None)


def get_actor() -> Actor:
    """Return the user or guest who sent the event."""
    return _actor.get()


def get_tab_token() -> str:
    return _tab.get()


def get_pending_identity() -> str | None:
    """Return the token of an identity that has no account yet, which the browser keeps."""
    return _pending_identity.get()


def get_rate_limit_result() -> LimitResult | None:
    """Return the result of the rate limit check, or None if the handler has no rate limit."""
    return _limit_result.get()


def set_request(actor: Actor, tab_token: str, pending_identity: str | None = None) -> None:
    """Set the context of a new event. Only `EventAuthorization` calls this function."""
    _actor.set(actor)
    forbid_writes_of(actor)
    _tab.set(tab_token)
    _pending_identity.set(pending_identity)
    throttle.start_recording_work()
    _limit_result.set(None)


def set_rate_limit_result(limit_result: LimitResult) -> None:
    """Store the result of the rate limit check. Only `EventAuthorization` calls this function."""
    _limit_result.set(limit_result)
