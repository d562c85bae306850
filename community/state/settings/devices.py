"""Where one is signed in."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.core.views import Timestamp, View
from community.domain import accounts
from community.domain.accounts import Device
from community.looks import browsers
from community.state import identity
from community.state.forms import Id
from community.state.notice import Notice
from community.state.policy import signed_in


class DeviceRow(View):
    """One sign-in in words: `kind` is what to draw (`looks/browsers.py`)."""

    id: int
    name: str
    kind: browsers.Kind
    address: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_current: bool


class Devices(rx.State):
    """The list, this device first, then the latest used."""

    rows: list[DeviceRow] = []
    others: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def sign_out(self, device_id: Id) -> None:
        """Sign another device out. This one is signed out over HTTP: that takes its cookie away."""
        actor = identity.actor()
        if device_id == actor.session_id:
            raise NotFound("Use “Sign out” to leave on this device.")
        async with unit_of_work() as session:
            await accounts.revoke_device(session, actor, device_id=device_id)
        await self._look()

    @rx.event
    @signed_in(limit="writes")
    async def sign_out_others(self) -> None:
        """Stay signed in here only."""
        async with unit_of_work() as session:
            count = await accounts.revoke_other_devices(session, identity.actor())
        await self._look()
        said = "1 device is" if count == 1 else f"{count} devices are"
        (await self.get_state(Notice))._say(f"{said} signed out.")

    async def _look(self) -> None:
        async with reading() as session:
            self._show(await accounts.list_devices(session, identity.actor()))

    def _show(self, devices: list[Device]) -> None:
        ordered = sorted(devices, key=lambda device: not device.is_current)
        self.rows = [_row(device) for device in ordered]
        self.others = sum(not device.is_current for device in devices)


def _row(device: Device) -> DeviceRow:
    told = device.user_agent
    words = {"name": browsers.name(told), "kind": browsers.kind(told)}
    return DeviceRow.model_validate(device.model_dump(exclude={"user_agent"}) | words)
