"""The State of the dialog that imports settings from a file."""

from typing import Any

import orjson
import reflex as rx
from pydantic import BaseModel, Field

from community.admin.settings.state import SettingsFormState
from community.admin.settings.values import describe_value
from community.core.actor import DASHBOARD
from community.core.db.sessions import read_session
from community.core.errors import DomainError, Invalid
from community.domain import site
from community.i18n import gettext as _
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action
from community.workflows import payments

# JSON doubles the length of a text of quotation marks, and a socket message has 700 KB at most.
MAX_BYTES = 300_000
# The dialog shows the first errors of a file.
MAX_ERRORS = 50


class SettingsFileData(BaseModel):
    """The text of the chosen file. It may have one byte more than allowed."""

    text: str = Field(max_length=MAX_BYTES + 1)


class ChangeView(BaseModel):
    """A setting that the import changes, with texts for its values."""

    section: str
    label: str
    before: str
    after: str


class ErrorView(BaseModel):
    """An error of a setting, or of the section or setting that does not exist."""

    label: str
    message: str


class SettingsImportState(rx.State):
    """The chosen file and what its import would change.

    Every administrator may call the handlers. The domain checks the access to each section.
    """

    is_open: bool = False
    is_loaded: bool = False  # whether the dialog shows the preview of a valid file
    error: str = ""  # the reason for refusing the whole file, or ""
    errors: list[ErrorView] = []
    changes: list[ChangeView] = []
    # What the file contains, validated and rendered for the preview.
    _prepared: list[site.SettingsChanges] = []
    _previewed: list[site.SettingChange] = []

    @rx.event
    @admin(DASHBOARD)
    async def open_dialog(self) -> None:
        self._clear()
        self.is_open = True

    @rx.event
    @admin(DASHBOARD)
    async def close_dialog(self) -> None:
        self._clear()
        self.is_open = False

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def show_preview(self, message: dict[str, Any]) -> None:
        text = forms.parse(SettingsFileData, message).text
        self._clear()
        try:
            actor = request_context.get_actor()
            changes = await site.prepare_import(actor, _parse(text))
            await payments.check_imported_keys(actor, changes)
            async with read_session() as session:
                previewed = await site.import_settings(session, actor, changes)
        except DomainError as error:
            self._show_error(error)
            return
        self._prepared, self._previewed = changes, previewed
        self.changes = [_to_change_view(change) for change in previewed]
        self.is_loaded = True

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def apply(self) -> Any:
        if not self.is_loaded:
            return None
        try:
            await run_action(site.import_settings, self._prepared, expected=self._previewed)
        except DomainError as error:
            self._clear()
            self._show_error(error)
            return None
        self._clear()
        self.is_open = False
        await toasts.show_toast(self, _("Settings imported"))
        return SettingsFormState.load("general")

    def _clear(self) -> None:
        self.is_loaded, self.error, self.errors, self.changes = False, "", [], []
        self._prepared, self._previewed = [], []

    def _show_error(self, error: DomainError) -> None:
        messages = forms.get_first_error_messages(error)
        shown = list(messages.items())[:MAX_ERRORS]
        self.errors = [ErrorView(label=_get_label(name), message=text) for name, text in shown]
        self.error = _("Nothing was imported. Correct the file.") if shown else error.message


def _parse(text: str) -> Any:
    if len(text.encode()) > MAX_BYTES:
        raise Invalid(_("The file is too large. Import it with the command or the API."))
    try:
        return orjson.loads(text)
    except ValueError as error:
        raise Invalid(_("This file is not an export of settings.")) from error


def _get_label(name: str) -> str:
    """Return the label of a setting such as `content.comment_edit_minutes`, or an unknown name."""
    section, _dot, code = name.partition(".")
    if (section_type := site.SECTIONS.get(section)) is None:
        return name
    definition = site.get_definitions(section_type).get(code)
    return name if definition is None else _(definition.setting.label)


def _to_change_view(change: site.SettingChange) -> ChangeView:
    section_type = site.SECTIONS[change.section]
    definition = site.get_definitions(section_type)[change.code]
    return ChangeView(
        section=change.section,
        label=change.label,
        before=describe_value(definition, change.before),
        after=describe_value(definition, change.after),
    )
