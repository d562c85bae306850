"""Validation of changes of settings, before the transaction that stores them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from community.core.errors import FieldErrors
from community.core.text import markup, normalization
from community.core.text.validation_messages import group_messages_by_field
from community.domain.site.definitions import SettingDefinition, SettingsSection, get_definitions
from community.domain.site.stored_sections import MASK
from community.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class SettingsChanges:
    """Validated new values of some settings of a section."""

    section_type: type[SettingsSection]
    values: Mapping[str, Any]
    # The sanitized HTML of the Markdown settings, by the field that stores it
    html: Mapping[str, str]


async def prepare_changes(
    section_type: type[SettingsSection], values: Mapping[str, Any]
) -> SettingsChanges:
    """Validate new values of some settings. Call this outside a transaction, as it renders text.

    An empty secret, or the mask that forms show, keeps the stored secret. None removes it. Raise
    `Invalid` with a message for each invalid setting.
    """
    definitions = get_definitions(section_type)
    errors = FieldErrors()
    for code in values.keys() - definitions.keys():
        errors.add(str(code)[:60], _("Unknown field."))
    given = {
        code: _clean_value(definitions[code], value, errors)
        for code, value in values.items()
        if code in definitions and not _keeps_secret(definitions[code], value)
    }
    section = _validate(section_type, given, errors)
    errors.raise_if_any()
    assert section is not None  # because `_validate` adds an error otherwise
    new_values = {code: getattr(section, code) for code in given}
    html = {
        f"{code}_html": (await markup.render_article(text, form_field=code)).html
        for code, text in new_values.items()
        if definitions[code].kind == "markdown"
    }
    return SettingsChanges(section_type, new_values, html)


def _keeps_secret(definition: SettingDefinition, value: Any) -> bool:
    is_masked = isinstance(value, str) and (not value or value.startswith(MASK))
    return definition.is_secret and is_masked


def _clean_value(definition: SettingDefinition, value: Any, errors: FieldErrors) -> Any:
    if definition.is_secret and value is None:
        return ""
    if definition.kind == "datetime" and value == "":
        return None
    if definition.kind == "markdown" and isinstance(value, str):
        return normalization.normalize_markdown(value)
    if definition.kind == "image" and value and not _is_image(value):
        errors.add(definition.code, _("Upload an image."))
        return ""
    return value


def _is_image(value: Any) -> bool:
    if isinstance(value, str) and value.startswith("/media/"):
        return True
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True


def _validate(
    section_type: type[SettingsSection], values: Mapping[str, Any], errors: FieldErrors
) -> SettingsSection | None:
    try:
        return section_type.model_validate(values)
    except ValidationError as error:
        for path, messages in group_messages_by_field(error.errors()).items():
            errors.add(path.partition(".")[0], messages[0])
        return None
