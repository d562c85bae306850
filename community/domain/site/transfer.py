"""Export and import of all settings as one JSON document."""

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Conflict, FieldErrors, Invalid
from community.domain.site import queries, schemas
from community.domain.site.actions import change_settings
from community.domain.site.changes import SettingsChanges, prepare_changes
from community.domain.site.definitions import SECTIONS, SettingsSection, get_definitions
from community.domain.site.stored_sections import mask_section
from community.i18n import gettext as _

FORMAT = "community-settings"
FORMAT_VERSION = 1
# A file with the longest pages and lists is smaller.
MAX_FILE_BYTES = 2 * 1024**2


async def export_settings(
    session: AsyncSession, actor: Actor, *, with_secrets: bool = False
) -> dict[str, Any]:
    """Return the settings of all sections that the actor may see, as JSON.

    Images are omitted, because another site does not have their files.
    """
    sections = {}
    for name, section_type in SECTIONS.items():
        if actor.has_section(queries.get_admin_section(section_type)):
            section = await queries.load_settings_section(session, section_type)
            sections[name] = _export_section(section, with_secrets=with_secrets)
    return {"format": FORMAT, "version": FORMAT_VERSION, "sections": sections}


async def prepare_import(actor: Actor, document: Any) -> list[SettingsChanges]:
    """Validate a document that `export_settings` created. Call this outside a transaction.

    Raises:
        NotFound, PermissionDenied: The actor has no access to a section of the document. It is
            checked first, because texts take long to render.
        Invalid: The document is not an export of settings, or values are invalid. The names of the
            fields are those of the sections and settings, such as `content.comment_edit_minutes`.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Invalid(_("This file is not an export of settings."))
    sections = document.get("sections")
    if document.get("version") != FORMAT_VERSION or not isinstance(sections, dict):
        raise Invalid(_("This file is of another version."))
    for name in sections.keys() & SECTIONS.keys():
        queries.ensure_may_change(actor, SECTIONS[name])
    errors = FieldErrors()
    changes = []
    for name, values in sections.items():
        section_type = SECTIONS.get(name)
        if section_type is None or not isinstance(values, dict):
            errors.add(str(name)[:60], _("Unknown section."))
            continue
        try:
            changes.append(await prepare_changes(section_type, _omit_images(section_type, values)))
        except Invalid as error:
            for code, messages in error.field_errors.items():
                errors.add(f"{name}.{code}", messages[0])
    errors.raise_if_any()
    return changes


async def import_settings(
    session: AsyncSession,
    actor: Actor,
    changes: list[SettingsChanges],
    *,
    expected: list[schemas.SettingChange] | None = None,
) -> list[schemas.SettingChange]:
    """Store the settings of a document, and return those that changed.

    Args:
        expected: The changes that a preview showed. None allows any changes.

    Raises:
        Conflict: The changes are no longer the `expected` ones.
        Invalid: A value does not fit the values of other settings. The names of the fields are
            those of `prepare_import`.
    """
    changed = []
    for section_changes in changes:
        section_type = section_changes.section_type
        before = mask_section(await queries.load_settings_section(session, section_type))
        try:
            view = await change_settings(session, actor, section_changes)
        except Invalid as error:
            fields = {
                f"{section_type.name}.{code}": text for code, text in error.field_errors.items()
            }
            raise Invalid(error.message, field_errors=fields) from error
        labels = {code: item.setting.label for code, item in get_definitions(section_type).items()}
        changed += [
            schemas.SettingChange(
                section=section_type.name,
                code=code,
                label=_(labels[code]),
                before=before[code],
                after=value,
            )
            for code, value in view.values.items()
            if value != before[code]
        ]
    if expected is not None and changed != expected:
        raise Conflict(_("The settings changed after this preview. Choose the file again."))
    return changed


def _export_section(section: SettingsSection, *, with_secrets: bool) -> dict[str, Any]:
    values = _omit_images(type(section), mask_section(section))
    for code, definition in get_definitions(type(section)).items():
        if not definition.is_secret:
            continue
        secret: SecretStr = getattr(section, code)
        del values[code]
        if with_secrets and secret.get_secret_value():
            values[code] = secret.get_secret_value()
    return values


def _omit_images(section_type: type[SettingsSection], values: Mapping[str, Any]) -> dict[str, Any]:
    definitions = get_definitions(section_type)
    return {
        code: value
        for code, value in values.items()
        if code not in definitions or definitions[code].kind != "image"
    }
