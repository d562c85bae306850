"""Facts: what happened, in the past tense, as ids.

A domain action records a fact with the session. When the unit of work ends, every listener of the
fact runs in the same transaction; after the commit every push runs. `wiring.py` alone says who
listens.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncSession


@dataclass(frozen=True, slots=True)
class Fact:
    """Base of all facts. Subclasses are frozen and carry ids, never rows."""


F = TypeVar("F", bound=Fact)
Listener = Callable[[AsyncSession, F], Awaitable[None]]
Push = Callable[[F], Awaitable[None]]
Step = Callable[[F], None]

_listeners: dict[type[Fact], list[Listener[Any]]] = defaultdict(list)
_pushes: dict[type[Fact], list[Push[Any]]] = defaultdict(list)
_steps: dict[type[Fact], list[Step[Any]]] = defaultdict(list)


def record(session: AsyncSession, fact: Fact) -> None:
    """Note that `fact` happened; its consequences follow when the unit of work ends."""
    session.info.setdefault("facts", []).append(fact)


def on(kind: type[F], *listeners: Listener[F]) -> None:
    """Each of `listeners` runs in the transaction of every fact of this kind, in this order."""
    _listeners[kind].extend(listeners)


def after(kind: type[F], *pushes: Push[F]) -> None:
    """Each of `pushes` runs after the commit of every fact of this kind; best effort."""
    _pushes[kind].extend(pushes)


def at_once(kind: type[F], *steps: Step[F]) -> None:
    """Each of `steps` is done with the commit, before whoever acted goes on: no waiting in them.

    For what this process remembers and must not believe a moment longer.
    """
    _steps[kind].extend(steps)


async def settle(session: AsyncSession) -> list[Fact]:
    """Run the listeners of all recorded facts, and of the facts that those record in turn.

    Returns:
        Every fact of this unit of work, in order.
    """
    waiting = cast("list[Fact]", session.info.setdefault("facts", []))
    settled: list[Fact] = []
    while waiting:
        fact = waiting.pop(0)
        for listener in _listeners[type(fact)]:
            await listener(session, fact)
        settled.append(fact)
    return settled


def pushes_of(fact: Fact) -> list[Push[Any]]:
    """What is to be told to the world once this fact is committed."""
    return _pushes[type(fact)]


def steps_of(fact: Fact) -> list[Step[Any]]:
    """What this process does the moment that this fact is committed."""
    return _steps[type(fact)]
