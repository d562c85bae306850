"""Who may call an event handler: said at the handler, enforced by the gate.

Each handler of a State is a public endpoint, whatever page shows its button. A handler without a
policy is never run.
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import reflex as rx

from community import throttle
from community.core.actor import Actor
from community.core.errors import NotAllowed, Refusal, unauthenticated
from community.state import identity

P = ParamSpec("P")
S = TypeVar("S", bound=rx.State)
Teller = Callable[[rx.State, Refusal], Awaitable[None]]
Handler = Callable[Concatenate[S, P], Coroutine[Any, Any, Any]]


_teller: list[Teller] = []


def refusals_are_told_by(teller: Teller) -> None:
    """Say how a refusal that leaves a handler reaches the person (`state/notice.py`)."""
    _teller[:] = [teller]


@dataclass(frozen=True, slots=True)
class Policy:
    """Who may call, and which limit a call counts against.

    Attributes:
        name: `public`, `signed_in` or `admin`.
        section: of the Admin Panel, for `admin`.
        limit: a group of `throttle.py`.
    """

    name: str
    section: str = ""
    limit: str | None = None

    def ensure(self, actor: Actor) -> None:
        """
        Raises:
            NotAllowed: `unauthenticated`, `banned` or `forbidden`.
        """
        if self.name == "public":
            return
        if actor.is_guest:
            raise unauthenticated()
        if self.name == "admin" and not actor.sections & {"*", self.section}:
            raise NotAllowed("This section is not open to you.")


def public(*, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Everybody may call, guests too."""
    return _guarded(Policy("public", limit=limit))


def signed_in(*, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Anybody with an account."""
    return _guarded(Policy("signed_in", limit=limit))


def admin(section: str, *, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Administrators to whom this section of the Admin Panel is open."""
    return _guarded(Policy("admin", section=section, limit=limit))


def _guarded(policy: Policy) -> Callable[[Handler[S, P]], Handler[S, P]]:
    def guard(handler: Handler[S, P]) -> Handler[S, P]:
        @wraps(handler)
        async def guarded(self: S, *args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return await handler(self, *args, **kwargs)
            except Refusal as refusal:
                await _teller[0](self, refusal)
                return None
            except Exception:
                # A fault of ours is not counted against the person.
                if (allowance := identity.counted()) is not None:
                    await throttle.give_back(allowance)
                raise

        guarded.policy = policy  # type: ignore[attr-defined]
        return cast("Handler[S, P]", guarded)

    return guard
