"""State of the dialog that asks for the password before a sensitive action.

If an event handler raises the error `confirmation_required`, the dialog opens. After the user has
entered the password, the server repeats the event.
"""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.actor import DASHBOARD
from community.core.db.sessions import read_session
from community.core.errors import DomainError
from community.domain import accounts
from community.state.runtime import forms, open_tabs, request_context
from community.state.runtime.actions import run_action
from community.state.runtime.policy import admin, public, set_confirmation_handler


class PasswordForm(BaseModel):
    password: str = Field("", max_length=1_000)


class ConfirmationState(rx.State):
    """The dialog, and the event that waits for the confirmation.

    Attributes:
        _event: The full name of the event handler, or "".
        _payload: The arguments of the event.
    """

    is_open: bool = False
    error: str = ""
    _event: str = ""
    _payload: dict[str, Any] = {}

    @rx.event
    @admin(DASHBOARD)
    async def confirm(self, message: dict[str, Any]) -> None:
        """Check the password, then repeat the event that waits for it."""
        password = forms.parse(PasswordForm, message).password
        try:
            await _confirm_password(password)
        except DomainError as error:
            self.error = error.message
            return
        event, payload = self._event, self._payload
        self._reset()
        if event:
            open_tabs.repeat_event(event, payload)

    @rx.event
    @public()
    async def close(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.is_open, self.error, self._event, self._payload = False, "", "", {}

    def _wait_for_password(self, event: str, payload: dict[str, Any]) -> None:
        self.is_open, self.error, self._event, self._payload = True, "", event, payload


async def _confirm_password(password: str) -> None:
    actor = request_context.get_actor()
    await accounts.count_password_confirmation(actor)
    async with read_session() as session:
        credentials = await accounts.find_own_credentials(session, actor)
    verified = await accounts.verify_own_password(credentials, password=password)
    await run_action(accounts.confirm_password, credentials=verified)


async def _ask_for_password(state: rx.State, event: str, payload: dict[str, Any]) -> None:
    (await state.get_state(ConfirmationState))._wait_for_password(event, payload)


set_confirmation_handler(_ask_for_password)
