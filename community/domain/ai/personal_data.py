"""What the archive with the data of a user contains of their requests, and what happens to them."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import AiRequest

EXPORT_PARTS: Final = (
    ExportPart(
        "ai_requests",
        noop("The summaries that you requested, and your questions to the assistant"),
        user=AiRequest.user_id,
        key=AiRequest.id,
        fields=(
            *(AiRequest.id, AiRequest.kind, AiRequest.post_id, AiRequest.comment_id),
            *(AiRequest.answer_id, AiRequest.status, AiRequest.created_at),
        ),
    ),
)


async def move_requests(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    return await _set_user(session, [source_id], target_id)


async def erase_requests(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Remove the users from their requests, which the limits of the site still count."""
    await _set_user(session, user_ids, None)


async def _set_user(session: AsyncSession, user_ids: Collection[int], new_id: int | None) -> int:
    result: Any = await session.execute(
        update(AiRequest)
        .where(col(AiRequest.user_id).in_(user_ids))
        .values(user_id=new_id)
        .execution_options(synchronize_session=False)
    )
    return int(result.rowcount)
