"""Texts for the values of settings."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from community.domain.site import SettingDefinition, SettingsSection, get_definitions
from community.i18n import gettext as _


class ConflictView(BaseModel):
    """A setting that someone else changed while the form was open."""

    code: str
    label: str
    yours: str  # the text of the value in the form
    theirs: str  # the text of the stored value
    stored: Any = None


def to_conflict_view(
    section_type: type[SettingsSection], conflict: Mapping[str, Any]
) -> ConflictView:
    definition = get_definitions(section_type)[conflict["field"]]
    return ConflictView(
        code=definition.code,
        label=_(definition.setting.label),
        yours=describe_value(definition, conflict["yours"]),
        theirs=describe_value(definition, conflict["theirs"]),
        stored=conflict["theirs"],
    )


def describe_value(definition: SettingDefinition, value: Any) -> str:
    if definition.kind == "switch":
        return _("On") if value else _("Off")
    if definition.kind == "image":
        return _("Image") if value else _("No image")
    if definition.kind == "choice":
        return _(definition.setting.choices.get(value, str(value)))
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return "" if value is None else str(value)
