"""The State of the form of all sections of settings. A page shows one section at a time."""

from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.settings.values import ConflictView, to_conflict_view
from community.core.actor import DASHBOARD
from community.core.errors import Conflict, DomainError, NotFound
from community.domain import site
from community.domain.site import SettingsSection, SettingsView
from community.i18n import gettext as _
from community.state.runtime import forms, request_context
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast
from community.workflows import payments

# More settings than a section has. The definitions contain the limits of the values.
MAX_CHANGES = 100
# The name of a section or of a setting.
Code = Annotated[str, Field(max_length=60)]


class SettingsChangesData(BaseModel):
    """The submitted form: the changed settings, and the version that it showed before."""

    version: int
    changes: dict[str, Any] = Field(max_length=MAX_CHANGES)


class PreviewData(BaseModel):
    """The Markdown text of a setting. The definition of the setting limits its length."""

    code: Code
    text: str = Field(max_length=100_000)


class SettingsFormState(rx.State):
    """The stored settings of the section that the page shows, and the errors in its form.

    Every administrator may call the handlers. The domain checks the access to the section.
    """

    group: str = ""  # the name of the section, or "" until it is loaded
    version: int = 0  # the version that the form shows
    values: dict[str, Any] = {}  # the values by code; secrets are masked
    errors: dict[str, str] = {}  # maps the codes of settings to error messages
    conflicts: list[ConflictView] = []  # the settings that someone else changed in the meantime
    conflict_version: int = 0  # the version of the section that contains their changes
    previews: dict[str, str] = {}  # maps the codes of Markdown settings to their rendered HTML
    save_count: int = 0
    rejection_count: int = 0

    @rx.event
    @admin(DASHBOARD)
    async def load(self, group: Code) -> None:
        view = await run_query(site.get_settings_view, get_section_type(group))
        if group != self.group:
            self.errors, self.conflicts, self.previews = {}, [], {}
            self.conflict_version = 0
        self._show(view)

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        section_type = get_section_type(self.group)
        form = forms.parse(SettingsChangesData, message)
        if not await self._change(section_type, form.changes, version=form.version):
            return
        self.save_count += 1
        await show_toast(self, _("Saved"))

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def remove_secret(self, code: Code) -> None:
        await self._change(get_section_type(self.group), {code: None}, version=None)

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def show_preview(self, message: dict[str, Any]) -> None:
        preview = forms.parse(PreviewData, message)
        section_type = get_section_type(self.group)
        site.ensure_may_change(request_context.get_actor(), section_type)
        prepared = await site.prepare_changes(section_type, {preview.code: preview.text})
        html = prepared.html.get(f"{preview.code}_html", "")
        self.previews = {**self.previews, preview.code: html}

    @rx.event
    @admin(DASHBOARD)
    async def hide_preview(self, code: Code) -> None:
        self.previews = {key: html for key, html in self.previews.items() if key != code}

    async def _change(
        self, section_type: type[SettingsSection], changes: dict[str, Any], *, version: int | None
    ) -> bool:
        """Store the changes and return True. If fields are invalid or outdated, return False."""
        self.errors = {}
        try:
            # Before the texts are rendered, which is slow.
            site.ensure_may_change(request_context.get_actor(), section_type)
            prepared = await site.prepare_changes(section_type, changes)
            await payments.check_keys(request_context.get_actor(), prepared)
            await run_action(site.change_settings, prepared, version=version)
        except Conflict as error:
            await self._show_conflict(section_type, error)
            return False
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            self.rejection_count += 1
            if not error.field_errors:
                raise
            return False
        self.conflicts = []
        # Read again, because the transaction replaces the ids of uploads by their URLs at its end.
        self._show(await run_query(site.get_settings_view, section_type))
        return True

    async def _show_conflict(self, section_type: type[SettingsSection], error: Conflict) -> None:
        self._show(await run_query(site.get_settings_view, section_type))
        self.conflicts = [
            to_conflict_view(section_type, conflict) for conflict in error.details["conflicts"]
        ]
        self.conflict_version = self.version
        self.rejection_count += 1

    def _show(self, view: SettingsView) -> None:
        self.group, self.version = view.group, view.version
        self.values = view.model_dump(mode="json")["values"]


def get_section_type(group: str) -> type[SettingsSection]:
    if (section_type := site.SECTIONS.get(group)) is None:
        raise NotFound(_("Nothing found at this address."))
    return section_type
