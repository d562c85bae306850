"""State of the settings section with which users delete their account."""

import reflex as rx

from community.domain import account_deletion, accounts
from community.domain.accounts import DeletionTerms
from community.i18n.formats import format_full_date
from community.state.runtime import request_context
from community.state.runtime.actions import run_query
from community.state.runtime.policy import signed_in


class AccountDeletionState(rx.State):
    """The dialog, whose form is sent over HTTP, because the response ends the session.

    Attributes:
        restorable_until: The date until which an account that is deleted now can be restored.
        obstacle: Why the account cannot be deleted, or empty.
        lost_credit: What the user has paid and not used, as text, or empty.
    """

    is_open: bool = False
    restorable_until: str = ""
    obstacle: str = ""
    lost_credit: str = ""

    @rx.event
    @signed_in()
    async def open_dialog(self) -> None:
        """Open the dialog, after the user has confirmed their identity."""
        self._set_terms(await run_query(account_deletion.get_terms))
        if self.obstacle:
            return
        accounts.deletions.ensure_may_delete(request_context.get_actor())
        self.is_open = True

    @rx.event
    @signed_in()
    async def close_dialog(self) -> None:
        self.is_open = False

    def _set_terms(self, terms: DeletionTerms) -> None:
        self.is_open = False
        self.restorable_until = format_full_date(terms.restorable_until)
        self.obstacle = terms.obstacle
        self.lost_credit = terms.lost_credit
