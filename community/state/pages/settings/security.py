"""Settings of how a user signs in: devices, tokens, passkeys, services and two-step sign-in."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, ClassVar
from urllib.parse import quote

import reflex as rx
from pydantic import BaseModel, Field

from community.core import clock, ids
from community.core.errors import Conflict, DomainError, Invalid
from community.core.http import user_agents
from community.core.read_models import ReadModel, Timestamp
from community.core.settings import settings
from community.domain import identity
from community.domain.identity import providers, two_factor
from community.domain.identity.passkeys import PasskeyView
from community.domain.identity.providers import Connection
from community.i18n import formats, gettext as _, ngettext, pgettext
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action, run_query
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
    """The devices on which the user is signed in: the current one, then the most recently used."""

    devices: list[DeviceRow] = []
    other_count: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def sign_out(self, device_id: Id) -> None:
        """Sign out another device.

        Raise `Invalid` if `device_id` is the current device, whose cookie only an HTTP response can
        delete.
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
        await toasts.show_toast(
            self, ngettext("{n} device signed out", "{n} devices signed out", count)
        )

    async def _refresh(self) -> None:
        self._set_devices(await run_query(identity.list_devices))

    def _set_devices(self, devices: list[identity.Device]) -> None:
        current_first = sorted(devices, key=lambda device: not device.is_current)
        self.devices = [_build_device_row(device) for device in current_first]
        self.other_count = sum(not device.is_current for device in devices)


def _build_device_row(device: identity.Device) -> DeviceRow:
    description = {
        "name": user_agents.describe(device.user_agent),
        "kind": user_agents.get_device_kind(device.user_agent),
    }
    return DeviceRow.model_validate(device.model_dump(exclude={"user_agent"}) | description)


class TokenRow(ReadModel):
    id: int
    name: str
    scopes_text: str
    created_at: Timestamp
    last_used_at: Timestamp | None
    expiry_text: str


class TokenFormData(BaseModel):
    """The data of the submitted form. With `token_days=0` the token does not expire."""

    token_name: str = Field(max_length=100_000)
    token_days: int = Field(ge=0, le=10_000)
    read: bool = False
    write: bool = False


class TokensState(TransientVarsState, rx.State):
    """The active tokens, newest first."""

    tokens: list[TokenRow] = []
    # The id of the token in the dialog that asks whether to revoke a token. 0 if the dialog is
    # closed.
    revoke_target_id: int = 0
    revoke_target_name: str = ""
    # The new token with its secret, until the user dismisses it. The server deletes it after
    # sending it, so that only this browser tab knows the secret.
    created: identity.Token | None = None
    errors: dict[str, str] = {}  # maps field names to error messages
    save_count: int = 0  # counts the created tokens; the browser clears the form when it increases
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"created"})

    @rx.event
    @signed_in(limit="writes")
    async def create(self, message: dict[str, Any]) -> None:
        form = forms.parse(TokenFormData, message)
        lifetime, self.errors = timedelta(days=form.token_days), {}
        try:
            created = await run_action(
                identity.create_token,
                name=form.token_name,
                scopes=[scope for scope in ("read", "write") if getattr(form, scope)],
                expires_at=clock.now() + lifetime if lifetime else None,
            )
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self._set_tokens(await run_query(identity.list_tokens))
        self.created, self.save_count = created, self.save_count + 1

    @rx.event
    @signed_in()
    async def dismiss_created(self) -> None:
        self.created = None

    @rx.event
    @signed_in()
    async def show_revoke_dialog(self, token_id: IdOrZero) -> None:
        """Ask whether to revoke a token. `token_id=0` closes the dialog."""
        names = {row.id: row.name for row in self.tokens}
        self.revoke_target_id = token_id if token_id in names else 0
        self.revoke_target_name = names.get(token_id, self.revoke_target_name)

    @rx.event
    @signed_in(limit="writes")
    async def revoke(self) -> None:
        token_id, self.revoke_target_id = self.revoke_target_id, 0
        await run_action(identity.revoke_token, token_id=token_id)
        self._set_tokens(await run_query(identity.list_tokens))
        await toasts.show_toast(self, _("Token “{name}” revoked", name=self.revoke_target_name))

    def _set_tokens(self, tokens: list[identity.Token]) -> None:
        self.tokens = [_build_token_row(token) for token in tokens]


def _build_token_row(token: identity.Token) -> TokenRow:
    return TokenRow(
        id=token.id,
        name=token.name,
        scopes_text=_format_scopes(token.scopes),
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        expiry_text=_("Expires on {date}", date=formats.format_full_date(token.expires_at))
        if token.expires_at
        else _("No expiry"),
    )


def _format_scopes(scopes: Sequence[str]) -> str:
    texts = {
        ("read",): pgettext("token", "Read"),
        ("write",): pgettext("token", "Write"),
        ("read", "write"): pgettext("token", "Read and write"),
    }
    return texts[tuple(scopes)]


class PasskeyNameData(BaseModel):
    name: str = Field("", max_length=100_000)


class PasskeysState(TransientVarsState, rx.State):
    """The passkeys, oldest first."""

    passkeys: list[PasskeyView] = []
    # A new value tells the browser to create a passkey. The server deletes it after sending it, so
    # that a reload does not start another attempt.
    attempt: str = ""
    device_name: str = ""  # the name of a passkey that this browser creates
    renamed_id: int = 0  # the id of the passkey in the dialog that changes the name, or 0
    renamed_name: str = ""
    error: str = ""
    removed_id: int = 0  # the id of the passkey in the dialog that asks whether to remove it, or 0
    removed_name: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"attempt"})

    @rx.event
    @signed_in(limit="writes")
    async def start(self) -> None:
        """Let the browser create a passkey, after the user has confirmed their identity."""
        await run_query(identity.passkeys.start_registration)
        self.device_name = await run_query(_get_device_name)
        self.attempt = ids.new_token()

    @rx.event
    @signed_in()
    async def finish(self) -> None:
        """Show the passkey that the browser has stored over HTTP."""
        await self._refresh()
        await toasts.show_toast(self, _("Passkey added"))

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
            await run_action(identity.passkeys.rename, passkey_id=self.renamed_id, name=name)
        except DomainError as error:
            self.error = error.message
            return
        self.renamed_id = 0
        await self._refresh()

    @rx.event
    @signed_in(limit="writes")
    async def remove(self, passkey_id: Id) -> None:
        self.removed_id = 0
        await run_action(identity.passkeys.remove, passkey_id=passkey_id)
        await self._refresh()
        await toasts.show_toast(self, _("Passkey removed"))

    async def _refresh(self) -> None:
        self._set_passkeys(await run_query(identity.passkeys.list_passkeys))

    def _set_passkeys(self, rows: list[PasskeyView]) -> None:
        self.passkeys = rows


async def _get_device_name(session: Any, actor: Any) -> str:
    devices = await identity.list_devices(session, actor)
    current = next((device for device in devices if device.is_current), None)
    name = user_agents.describe(current.user_agent) if current else ""
    return name[: identity.passkeys.NAME_MAX_LENGTH] or _("Passkey")


class CodeFormData(BaseModel):
    code: str = Field("", max_length=1_000)


class TwoStepState(TransientVarsState, rx.State):
    """Whether the two-step sign-in is on, and its setup."""

    enabled_text: str = ""  # since when it is on; empty if it is off
    codes_left: int = 0
    is_setting_up: bool = False
    # What the app needs. The server deletes it after sending it.
    setup: two_factor.TwoFactorSetup | None = None
    # New recovery codes, until the user dismisses them. The server deletes them too.
    codes: list[str] = []
    codes_text: str = ""  # the same codes as a text to copy
    codes_file: str = ""  # the same codes as the `data:` URL of a text file
    has_codes: bool = False
    error: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset(
        {"setup", "codes", "codes_text", "codes_file"}
    )

    @rx.event
    @signed_in(limit="writes")
    async def start_setup(self) -> None:
        self.setup = await run_action(identity.two_factor.start_setup)
        self.is_setting_up, self.error = True, ""

    @rx.event
    @signed_in(limit="writes")
    async def cancel_setup(self) -> None:
        self.is_setting_up, self.setup, self.error = False, None, ""
        if (await run_query(identity.two_factor.get_status)).enabled_at is None:
            await run_action(identity.two_factor.switch_off)

    # A code has six digits, so attempts are limited as those to sign in.
    @rx.event
    @signed_in(limit="login")
    async def confirm_setup(self, message: dict[str, Any]) -> None:
        code = forms.parse(CodeFormData, message).code
        try:
            created = await run_action(identity.two_factor.confirm_setup, code=code)
        except Conflict:  # The setup has expired, or the user has finished it in another tab.
            await self._refresh()
            raise
        except DomainError as error:
            if not error.field_errors:
                raise
            self.error = error.message
            return
        self.is_setting_up, self.setup, self.error = False, None, ""
        self._show_codes(created.codes)
        await self._refresh()

    @rx.event
    @signed_in(limit="writes")
    async def create_codes(self) -> None:
        self._show_codes((await run_action(identity.two_factor.create_recovery_codes)).codes)
        await self._refresh()

    @rx.event
    @signed_in()
    async def dismiss_codes(self) -> None:
        self._show_codes([])

    @rx.event
    @signed_in(limit="writes")
    async def switch_off(self) -> None:
        await run_action(identity.two_factor.switch_off)
        self._show_codes([])
        await self._refresh()
        await toasts.show_toast(self, _("Two-step sign-in is off"))

    def _show_codes(self, codes: list[str]) -> None:
        text = "\n".join(codes)
        self.codes, self.codes_text, self.has_codes = codes, text, bool(codes)
        content = f"{settings().base_url}\n\n{text}\n"
        self.codes_file = f"data:text/plain;charset=utf-8,{quote(content)}" if codes else ""

    async def _refresh(self) -> None:
        self._set_status(await run_query(identity.two_factor.get_status))

    def _set_status(self, status: two_factor.TwoFactorStatus) -> None:
        self.is_setting_up = False
        at, self.codes_left = status.enabled_at, status.recovery_codes_left
        self.enabled_text = _("On since {date}", date=formats.format_full_date(at)) if at else ""


class ConnectionsState(rx.State):
    """The services that the user has connected or can connect."""

    connections: list[Connection] = []
    problem: str = ""  # why a service could not be connected, or ""

    @rx.event
    @signed_in(limit="writes")
    async def disconnect(self, provider: Annotated[str, Field(max_length=20)]) -> None:
        await run_action(providers.disconnect, provider=provider)
        self.connections = await run_query(providers.list_connections)
        await show_toast(self, _("Disconnected"))

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        self.connections = await run_query(providers.list_connections)

    def _set_connections(self, connections: list[Connection], *, problem_code: str) -> None:
        self.connections = connections
        self.problem = providers.get_problem_text(problem_code)
