"""State of the settings section for passkeys."""

from typing import Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.core import ids
from community.core.errors import DomainError
from community.core.http import user_agents
from community.domain import identity
from community.domain.identity import passkeys
from community.domain.identity.passkeys import PasskeyView
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class PasskeyNameData(BaseModel):
    """The new name of a passkey."""

    name: str = Field("", max_length=100_000)


class PasskeysState(TransientVarsState, rx.State):
    """The passkeys, oldest first.

    Attributes:
        attempt: A new value tells the browser to create a passkey. The server deletes it after
            sending it, so that a reload does not start another attempt.
        device_name: The name of a passkey that this browser creates.
        renamed_id: The id of the passkey in the dialog that changes the name, or 0.
        error: The error of that dialog.
        removed_id: The id of the passkey in the dialog that asks whether to remove it, or 0.
    """

    passkeys: list[PasskeyView] = []
    attempt: str = ""
    device_name: str = ""
    renamed_id: int = 0
    renamed_name: str = ""
    error: str = ""
    removed_id: int = 0
    removed_name: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"attempt"})

    @rx.event
    @signed_in(limit="writes")
    async def start(self) -> None:
        """Let the browser create a passkey, after the user has confirmed their identity."""
        await run_query(passkeys.start_registration)
        self.device_name = await run_query(_get_device_name)
        self.attempt = ids.new_token()

    @rx.event
    @signed_in()
    async def finish(self) -> None:
        """Show the passkey that the browser has stored over HTTP."""
        await self._refresh()
        await show_toast(self, _("Passkey added"))

    @rx.event
    @signed_in()
    async def show_rename_dialog(self, passkey_id: IdOrZero) -> None:
        """Open the dialog that changes the name of a passkey. `passkey_id=0` closes it."""
        names = {row.id: row.name for row in self.passkeys}
        self.renamed_id, self.error = (passkey_id if passkey_id in names else 0), ""
        self.renamed_name = names.get(passkey_id, "")

    @rx.event
    @signed_in()
    async def show_remove_dialog(self, passkey_id: IdOrZero) -> None:
        """Open the dialog that asks whether to remove a passkey. `passkey_id=0` closes it."""
        names = {row.id: row.name for row in self.passkeys}
        self.removed_id = passkey_id if passkey_id in names else 0
        self.removed_name = names.get(passkey_id, self.removed_name)

    @rx.event
    @signed_in(limit="writes")
    async def rename(self, message: dict[str, Any]) -> None:
        name = forms.parse(PasskeyNameData, message).name
        try:
            await run_action(passkeys.rename, passkey_id=self.renamed_id, name=name)
        except DomainError as error:
            self.error = error.message
            return
        self.renamed_id = 0
        await self._refresh()

    @rx.event
    @signed_in(limit="writes")
    async def remove(self, passkey_id: Id) -> None:
        self.removed_id = 0
        await run_action(passkeys.remove, passkey_id=passkey_id)
        await self._refresh()
        await show_toast(self, _("Passkey removed"))

    async def _refresh(self) -> None:
        self._set_passkeys(await run_query(passkeys.list_passkeys))

    def _set_passkeys(self, rows: list[PasskeyView]) -> None:
        self.passkeys = rows


async def _get_device_name(session: Any, actor: Any) -> str:
    devices = await identity.list_devices(session, actor)
    current = next((device for device in devices if device.is_current), None)
    name = user_agents.describe(current.user_agent) if current else ""
    return name[: passkeys.NAME_MAX_LENGTH] or _("Passkey")
