"""The database session of a request, as a FastAPI dependency."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from community.api.http.routing import SAFE_METHODS
from community.core.db.sessions import read_session, unit_of_work


async def open_session(request: Request) -> AsyncIterator[AsyncSession]:
    """Open a session for reading or, for a method such as POST, a unit of work.

    The unit of work is committed when the route returns, before the response is sent. If the route
    raises an exception, the unit of work is rolled back.

    A route with slow work before its transaction, such as rendering, calls `unit_of_work` itself.
    Such a route must not depend on `Session` too, because SQLite has a single writer.
    """
    begin = read_session if request.method in SAFE_METHODS else unit_of_work
    async with begin() as session:
        yield session


Session = Annotated[AsyncSession, Depends(open_session, scope="function")]
