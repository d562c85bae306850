"""State of the settings section that lists the devices on which the user is signed in."""

import reflex as rx

from community.core.errors import Invalid
from community.core.http import user_agents
from community.core.read_models import ReadModel, Timestamp
from community.domain import identity
from community.domain.identity import Device
from community.i18n import gettext as _
from community.i18n import ngettext
from community.state.runtime import request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class DeviceRow(ReadModel):
    """A row of the list of devices. `name` and `kind` are derived from the user agent."""

    id: int
    name: str
    kind: user_agents.DeviceKind
    address: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_current: bool


class DevicesState(rx.State):
    """The devices on which the user is signed in.

    The first is the current device. The other devices follow, most recently used first.
    """

    devices: list[DeviceRow] = []
    other_count: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def sign_out(self, device_id: Id) -> None:
        """Sign out another device.

        Raises:
            Invalid: `device_id` is the current device. To sign out on the current device, the
                browser must send an HTTP request, because only an HTTP response can delete the
                session cookie.
        """
        if device_id == request_context.get_actor().session_id:
            raise Invalid(_("Use “Sign out” in the menu to sign out on this device."))
        await run_action(identity.revoke_device, device_id=device_id)
        await self._refresh()

    @rx.event
    @signed_in(limit="writes")
    async def sign_out_others(self) -> None:
        count = await run_action(identity.revoke_other_devices)
        await self._refresh()
        await show_toast(self, ngettext("{n} device signed out", "{n} devices signed out", count))

    async def _refresh(self) -> None:
        self._set_devices(await run_query(identity.list_devices))

    def _set_devices(self, devices: list[Device]) -> None:
        current_first = sorted(devices, key=lambda device: not device.is_current)
        self.devices = [_build_device_row(device) for device in current_first]
        self.other_count = sum(not device.is_current for device in devices)


def _build_device_row(device: Device) -> DeviceRow:
    description = {
        "name": user_agents.describe(device.user_agent),
        "kind": user_agents.get_device_kind(device.user_agent),
    }
    return DeviceRow.model_validate(device.model_dump(exclude={"user_agent"}) | description)
