"""State of the settings section for the two-step sign-in."""

from typing import Any, ClassVar
from urllib.parse import quote

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import Conflict, DomainError
from community.core.settings import settings
from community.domain.identity import two_factor
from community.domain.identity.two_factor import TwoFactorSetup, TwoFactorStatus
from community.i18n import gettext as _
from community.i18n.formats import format_full_date
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class CodeFormData(BaseModel):
    """The code that the app shows."""

    code: str = Field("", max_length=1_000)


class TwoStepState(TransientVarsState, rx.State):
    """Whether the two-step sign-in is on, and its setup.

    Attributes:
        enabled_text: Since when it is on. Empty if it is off.
        is_setting_up: Whether the setup was started.
        setup: What the app needs. The server deletes it after sending it.
        codes: New recovery codes, until the user dismisses them. The server deletes them too.
        codes_text: The same codes as a text to copy.
        codes_file: The same codes as the `data:` URL of a text file.
        has_codes: Whether the page shows new recovery codes.
        error: The error of the form with the code.
    """

    enabled_text: str = ""
    codes_left: int = 0
    is_setting_up: bool = False
    setup: TwoFactorSetup | None = None
    codes: list[str] = []
    codes_text: str = ""
    codes_file: str = ""
    has_codes: bool = False
    error: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset(
        {"setup", "codes", "codes_text", "codes_file"}
    )

    @rx.event
    @signed_in(limit="writes")
    async def start_setup(self) -> None:
        self.setup = await run_action(two_factor.start_setup)
        self.is_setting_up, self.error = True, ""

    @rx.event
    @signed_in(limit="writes")
    async def cancel_setup(self) -> None:
        self.is_setting_up, self.setup, self.error = False, None, ""
        if (await run_query(two_factor.get_status)).enabled_at is None:
            await run_action(two_factor.switch_off)

    # A code has six digits, so attempts are limited as those to sign in.
    @rx.event
    @signed_in(limit="login")
    async def confirm_setup(self, message: dict[str, Any]) -> None:
        code = forms.parse(CodeFormData, message).code
        try:
            created = await run_action(two_factor.confirm_setup, code=code)
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
        self._show_codes((await run_action(two_factor.create_recovery_codes)).codes)
        await self._refresh()

    @rx.event
    @signed_in()
    async def dismiss_codes(self) -> None:
        self._show_codes([])

    @rx.event
    @signed_in(limit="writes")
    async def switch_off(self) -> None:
        await run_action(two_factor.switch_off)
        self._show_codes([])
        await self._refresh()
        await show_toast(self, _("Two-step sign-in is off"))

    def _show_codes(self, codes: list[str]) -> None:
        text = "\n".join(codes)
        self.codes, self.codes_text, self.has_codes = codes, text, bool(codes)
        content = f"{settings().base_url}\n\n{text}\n"
        self.codes_file = f"data:text/plain;charset=utf-8,{quote(content)}" if codes else ""

    async def _refresh(self) -> None:
        self._set_status(await run_query(two_factor.get_status))

    def _set_status(self, status: TwoFactorStatus) -> None:
        self.is_setting_up = False
        at, self.codes_left = status.enabled_at, status.recovery_codes_left
        self.enabled_text = _("On since {date}", date=format_full_date(at)) if at else ""
