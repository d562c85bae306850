"""State of the section with all users."""

from typing import ClassVar

import reflex as rx

from community.admin.blocks.table_state import TableState
from community.admin.users.history_state import HistoryState
from community.admin.users.person_state import PersonState
from community.core.errors import NotFound
from community.core.tables import Table
from community.domain import accounts
from community.domain.accounts import USER_TABLE, AccountSummary
from community.state.runtime.actions import run_query


class UsersState(TableState, rx.State):
    """The table of users, and the user in the side sheet."""

    table: ClassVar[Table] = USER_TABLE

    user: AccountSummary | None = None

    async def _load_record(self, record_id: int) -> None:
        self.user = await run_query(accounts.get_account_summary, record_id)
        person = await self.get_state(PersonState)
        history = await self.get_state(HistoryState)
        try:
            await person._load(record_id)
        except (
            NotFound
        ):  # The account was deleted. It can be seen, but nothing can be done with it.
            person.person = None
        await history._show("")
