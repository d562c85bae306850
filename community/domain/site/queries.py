"""What the site offers and asks, as its administrators chose."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.site.cache import remembered
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.domain.site.sections import Content, Section
from community.models import ReactionKind, SiteSetting

S = TypeVar("S", bound=Section)

REACTIONS = "reactions"


async def content(session: AsyncSession) -> Content:
    """Rules for what people write."""
    return await section(session, Content)


async def section(session: AsyncSession, kind: type[S]) -> S:
    """One section of the settings; defaults where nobody chose."""

    async def read(session: AsyncSession) -> S:
        row = await session.get(SiteSetting, kind.name)
        return kind.model_validate(row.value if row else {})

    return await remembered(session, kind.name, read)


async def reaction_choices(session: AsyncSession) -> list[ReactionChoice]:
    """The reactions that are offered, in their order."""
    return [
        ReactionChoice.model_validate(kind) for kind in await _kinds(session) if not kind.retired_at
    ]


async def counts(session: AsyncSession, tally: Mapping[str, int]) -> list[ReactionCount]:
    """A stored `{code: count}` as it is shown: in the order of the choices, without the zeros.

    Retired reactions that people chose while they were offered are still shown.
    """
    if not any(tally.values()):
        return []
    return [
        ReactionCount(code=kind.code, emoji=kind.emoji, count=tally[kind.code])
        for kind in await _kinds(session)
        if tally.get(kind.code, 0) > 0
    ]


async def _kinds(session: AsyncSession) -> Sequence[ReactionKind]:
    return await remembered(session, REACTIONS, _read_kinds)


async def _read_kinds(session: AsyncSession) -> Sequence[ReactionKind]:
    rows = await session.scalars(
        select(ReactionKind).order_by(col(ReactionKind.position), col(ReactionKind.code))
    )
    # Copies: a row of a session is emptied when that session ends.
    return [ReactionKind(**row.model_dump()) for row in rows]
