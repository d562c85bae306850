"""Who sent the event that is being handled, and from which tab. Set by the gate, before every
handler.
"""

from contextvars import ContextVar

from community.core.actor import GUEST, Actor
from community.throttle import Allowance

_actor: ContextVar[Actor] = ContextVar("actor", default=GUEST)
_tab: ContextVar[str] = ContextVar("tab", default="")
_counted: ContextVar[Allowance | None] = ContextVar("counted", default=None)


def actor() -> Actor:
    """The person, fresh from the cookie of the socket, never from State."""
    return _actor.get()


def tab() -> str:
    """The token of the tab."""
    return _tab.get()


def counted() -> Allowance | None:
    """The hit that this event was counted as in a rate limit."""
    return _counted.get()


def set_sender(actor: Actor, tab: str) -> None:
    """For the gate alone."""
    _actor.set(actor)
    _tab.set(tab)
    _counted.set(None)


def set_counted(allowance: Allowance) -> None:
    """For the gate alone."""
    _counted.set(allowance)
