"""Functions that call the domain as the user who sent the event that the server handles."""

from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.state.runtime import request_context

P = ParamSpec("P")
T = TypeVar("T")
DomainFunction = Callable[Concatenate[AsyncSession, Actor, P], Awaitable[T]]


async def run_action(action: DomainFunction[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a domain action in a unit of work of its own, and return its result."""
    async with unit_of_work() as session:
        return await action(session, request_context.get_actor(), *args, **kwargs)


async def run_query(query: DomainFunction[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    async with read_session() as session:
        return await query(session, request_context.get_actor(), *args, **kwargs)
