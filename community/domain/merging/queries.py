"""Functions that read merges, and their read model."""

from collections.abc import Collection
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.personal_data import nothing
from community.core.errors import NotFound
from community.core.read_models import ReadModel, Timestamp
from community.domain import moderation
from community.i18n import gettext as _
from community.models import AccountMerge


class MergeView(ReadModel):
    """The progress of a merge. `moved` contains the number of moved rows by kind."""

    id: int
    source_id: int
    target_id: int
    moved: dict[str, int]
    created_at: Timestamp
    finished_at: Timestamp | None = None


async def get_merge(session: AsyncSession, actor: Actor, *, merge_id: int) -> MergeView:
    moderation.ensure_may_moderate_users(actor)
    row = await session.get(AccountMerge, merge_id)
    if row is None:
        raise NotFound(_("Merge not found."))
    return MergeView.model_validate(row)


async def list_source_ids(session: AsyncSession, target_ids: Collection[int]) -> list[int]:
    """Return the ids of the accounts that were merged into these accounts, at any distance."""
    found: set[int] = set()
    targets = set(target_ids)
    while targets:
        query = select(AccountMerge.source_id).where(col(AccountMerge.target_id).in_(targets))
        targets = set(await session.scalars(query)) - found
        found |= targets
    return sorted(found)


PERSONAL_DATA: Final = (
    *nothing(AccountMerge.created_by_id, because="What the user did as an administrator."),
    *nothing(
        AccountMerge.source_id,
        AccountMerge.target_id,
        because="Which accounts were one. The closed account has no content.",
    ),
)
