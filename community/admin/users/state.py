from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import ActionForm, RecordAction, RecordActionsState
from community.admin.users.cleanup_state import CleanupState
from community.admin.users.forms import BanForm
from community.admin.users.history_state import HistoryState
from community.admin.users.overview import OverviewState
from community.admin.users.person_state import PersonState
from community.admin.users.roles_state import RolesState
from community.admin.users.table import USER_LAYOUT
from community.core.errors import NotFound
from community.domain import accounts, identity, moderation
from community.state.runtime import forms, request_context
from community.state.runtime.request_context import run_action, run_query


async def _ban(_state: Any, user_id: int, reason: str, *, until: datetime | None = None) -> bool:
    return await run_action(
        moderation.ban, user_id=user_id, reason=reason, until=until, shown=moderation.ShownBan()
    )


async def _lift_ban(_state: Any, user_id: int, reason: str) -> bool:
    return await run_action(moderation.lift_ban, user_id=user_id, reason=reason)


async def _verify(_state: Any, user_id: int, reason: str) -> bool:
    return await run_action(
        moderation.set_email_verified, user_id=user_id, is_verified=True, reason=reason
    )


async def _sign_out(_state: Any, user_id: int, reason: str) -> bool:
    await run_action(moderation.sign_out_everywhere, user_id=user_id, reason=reason)
    return True


class UsersState(RecordActionsState, rx.State):
    """The table of users, and the user in the side sheet."""

    layout: ClassVar[TableLayout] = USER_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "ban": _ban,
        "lift": _lift_ban,
        "verify": _verify,
        "sign_out": _sign_out,
    }

    user: accounts.AccountSummary | None = None

    async def _load_record(self, record_id: int) -> None:
        await self._load_account(record_id)
        await (await self.get_state(CleanupState))._load(record_id)
        await (await self.get_state(OverviewState))._load(record_id)
        await (await self.get_state(RolesState))._load(record_id)
        await (await self.get_state(HistoryState))._show("")

    async def _load_parts(self, record_id: int, parts: Sequence[str]) -> None:
        """Load the account, and the open list of the history, if they are among `parts`."""
        if "account" in parts:
            await self._load_account(record_id)
        history = await self.get_state(HistoryState)
        if history.tab in parts:
            await history._show("")

    async def _load_account(self, user_id: int) -> None:
        self.user = await run_query(accounts.get_account_summary, user_id)
        person = await self.get_state(PersonState)
        try:
            await person._load(user_id)
        except (
            NotFound
        ):  # The account was deleted. It can be seen, but nothing can be done with it.
            person.person = None

    def _parse_form(self, code: str, message: dict[str, Any]) -> ActionForm:
        if len(self.pending_ids) > 1:
            identity.ensure_recently_confirmed(request_context.get_actor())
        if code != "ban":
            return super()._parse_form(code, message)
        reason = parse_confirmation(message, needs_reason=True).reason
        return reason, {"until": forms.parse(BanForm, message).until}
