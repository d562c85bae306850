"""State of the dialog that asks users to confirm their identity before a sensitive action.

If an event handler raises the error `confirmation_required`, the dialog opens. After the user has
confirmed their identity, the server repeats the event.
"""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.domain import identity
from community.domain.identity import confirmations
from community.state.runtime import forms, location, open_tabs, request_context
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query
from community.workflows.identity_confirmation import Confirmation, confirm


class ConfirmationFormData(BaseModel):
    """The password or the code, of which the form has one."""

    password: str = Field("", max_length=1_000)
    code: str = Field("", max_length=1_000)


class ConfirmationState(rx.State):
    """The dialog, and the event that waits for the confirmation."""

    is_open: bool = False
    method: str = "password"  # how the user confirms their identity in the open dialog
    methods: list[str] = []
    is_code_sent: bool = False  # whether the user got a code by mail since the dialog opened
    error: str = ""
    _event: str = ""  # the full name of the event handler, or ""
    _payload: dict[str, Any] = {}
    _path: str = ""

    @rx.event
    @signed_in()
    async def confirm(self, message: dict[str, Any]) -> None:
        """Check the password or the code, then repeat the event that waits for it."""
        form = forms.parse(ConfirmationFormData, message)
        try:
            await _confirm(self.method, form)
        except DomainError as error:
            self.error = error.message
            return
        self._repeat_event()

    @rx.event
    @signed_in()
    async def finish(self) -> None:
        """Repeat the event after the browser has confirmed the identity over HTTP with a passkey.

        If the server has not accepted the passkey, the event opens the dialog again.
        """
        self._repeat_event()

    @rx.event
    @signed_in()
    async def choose(self, method: confirmations.ConfirmationMethod) -> None:
        if method in self.methods:
            self.method, self.error = method, ""

    @rx.event
    @signed_in(limit="mail")
    async def send_code(self) -> None:
        try:
            await run_action(identity.confirmations.send_mail_code)
        except DomainError as error:
            self.error = error.message
            return
        self.is_code_sent, self.error = True, ""

    @rx.event
    @public()
    async def close(self) -> None:
        self._reset()

    def _repeat_event(self) -> None:
        event, payload = self._event, self._payload
        self._reset()
        if event:
            open_tabs.repeat_event(event, payload)

    def _reset(self) -> None:
        self.is_open, self.error, self._event, self._payload = False, "", "", {}

    async def _wait_for_confirmation(self, event: str, payload: dict[str, Any]) -> None:
        methods = await run_query(identity.confirmations.find_methods)
        self.methods, self.method, self.is_code_sent = list(methods), methods[0], False
        self.is_open, self.error, self._event, self._payload = True, "", event, payload
        self._path = location.get_path(self)

    def _close_on_other_page(self) -> None:
        """Drop the event of a page that the user has left. A page also loads after a reconnect."""
        if self._path != location.get_path(self):
            self._reset()


async def _confirm(method: str, form: ConfirmationFormData) -> None:
    actor = request_context.get_actor()
    attempt = await identity.count_password_confirmation(actor)
    given = {
        "password": Confirmation(password=form.password),
        "code": Confirmation(code=form.code),
        "mail": Confirmation(mail_code=form.code),
    }
    await confirm(actor, attempt, given.get(method, Confirmation()))


async def ask_for_confirmation(state: rx.State, event: str, payload: dict[str, Any]) -> None:
    """Open the dialog. After the confirmation, the server repeats the event."""
    confirmation = await state.get_state(ConfirmationState)
    await confirmation._wait_for_confirmation(event, payload)
