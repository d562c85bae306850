"""Functions that read the site settings and the available reactions.

The functions cache their results for a few seconds (see `cache.py`).
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.site.cache import get_or_load
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.domain.site.settings_sections import ContentSettings, SettingsSection
from community.models import ReactionKind, SiteSetting

S = TypeVar("S", bound=SettingsSection)

REACTIONS_CACHE_KEY = "reactions"


async def get_content_settings(session: AsyncSession) -> ContentSettings:
    return await get_settings_section(session, ContentSettings)


async def get_settings_section(session: AsyncSession, section_type: type[S]) -> S:
    """Return one section of the site settings.

    Settings that no administrator has changed have their default values.
    """

    async def load(session: AsyncSession) -> S:
        row = await session.get(SiteSetting, section_type.name)
        return section_type.model_validate(row.value if row else {})

    return await get_or_load(session, section_type.name, load)


async def list_reaction_choices(session: AsyncSession) -> list[ReactionChoice]:
    """Return the reactions that users can choose, in display order.

    Retired reactions are omitted, because users can no longer choose them.
    """
    return [
        ReactionChoice.model_validate(kind)
        for kind in await _list_reaction_kinds(session)
        if not kind.retired_at
    ]


async def build_reaction_counts(
    session: AsyncSession, counts_by_code: Mapping[str, int]
) -> list[ReactionCount]:
    """Convert the stored reaction counts of a post or comment to a list in display order.

    Reactions with the count zero are omitted. Retired reactions are included: users can no longer
    choose them, but the choices that users made before still count.

    Args:
        counts_by_code: The stored number of reactions for each reaction code.
    """
    if not any(counts_by_code.values()):
        return []
    return [
        ReactionCount(
            code=kind.code, emoji=kind.emoji, name=kind.name, count=counts_by_code[kind.code]
        )
        for kind in await _list_reaction_kinds(session)
        if counts_by_code.get(kind.code, 0) > 0
    ]


async def _list_reaction_kinds(session: AsyncSession) -> Sequence[ReactionKind]:
    return await get_or_load(session, REACTIONS_CACHE_KEY, _load_reaction_kinds)


async def _load_reaction_kinds(session: AsyncSession) -> Sequence[ReactionKind]:
    rows = await session.scalars(
        select(ReactionKind).order_by(col(ReactionKind.position), col(ReactionKind.code))
    )
    # The rows are copied, because their attributes cannot be read after the database session ends.
    return [ReactionKind(**row.model_dump()) for row in rows]
