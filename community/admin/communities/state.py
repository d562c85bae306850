from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.communities.table import COMMUNITY_LAYOUT
from community.domain import communities
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query


async def _close(_state: Any, community_id: int, reason: str) -> bool:
    return await run_action(communities.close, community_id=community_id, reason=reason)


async def _reopen(_state: Any, community_id: int, reason: str) -> bool:
    return await run_action(communities.reopen, community_id=community_id, reason=reason)


class CommunityTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = COMMUNITY_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"close": _close, "reopen": _reopen}

    record: communities.CommunityView | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(communities.get_view, record_id)

    @rx.event
    @admin("communities", limit="writes")
    async def set_premoderation(self, is_on: bool) -> None:
        """Choose whether comments in the community of the side sheet are reviewed first."""
        community_id = self.record_id
        await run_action(communities.edit, community_id=community_id, premoderates_comments=is_on)
        await self._open(community_id)
