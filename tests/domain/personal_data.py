"""Functions that follow the declarations of personal data, all steps in one transaction."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db import personal_data
from community.core.db.personal_data import PersonalData


async def merge(
    session: AsyncSession, declarations: Iterable[PersonalData], *, source_id: int, target_id: int
) -> None:
    for _, move in personal_data.list_merge_steps(declarations):
        while await move(session, source_id=source_id, target_id=target_id, limit=10):
            pass


async def erase(
    session: AsyncSession, declarations: Iterable[PersonalData], *, user_id: int
) -> None:
    for erase_rows in personal_data.list_erase_steps(declarations):
        while await erase_rows(session, user_ids=[user_id], limit=10):
            pass
    await personal_data.erase_rows(session, declarations, user_ids=[user_id])
