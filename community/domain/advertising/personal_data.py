"""What users have seen of advertisements: for the archive with their data, and its deletion."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import MemberImpressions

EXPORT_PARTS: Final = (
    ExportPart(
        "advertisements",
        noop("How often you saw advertisements with a daily limit, until the next day"),
        user=MemberImpressions.user_id,
        key=MemberImpressions.id,
        fields=(
            MemberImpressions.day,
            MemberImpressions.advertisement_id,
            MemberImpressions.impressions,
        ),
    ),
)


async def erase_impressions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(MemberImpressions)
        .where(col(MemberImpressions.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )
