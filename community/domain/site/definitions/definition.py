"""The parts that the definitions of the site settings are built from.

A setting is a field of a frozen pydantic model: its type, default and bounds are those of the
field, and its metadata contains a `Setting` with the texts and the kind of input. Forms,
validation, the HTTP API and the command line read these definitions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, SecretStr
from pydantic.fields import FieldInfo

Kind = Literal[
    "switch",
    "number",
    "text",
    "email",
    "url",
    "textarea",
    "markdown",
    "choice",
    "list",
    "color",
    "image",
    "secret",
    "datetime",
]


@dataclass(frozen=True, slots=True)
class Setting:
    """The texts and the input of a setting. The texts are English messages for `gettext`."""

    label: str  # the name of the setting in forms
    help: str = ""  # a sentence below the input
    # The kind of input, or None for the kind that follows from the type of the field
    kind: Kind | None = None
    # Maps the values of a `Literal` field to their labels
    choices: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""  # the unit of a number, shown beside the input
    placeholder: str = ""
    # Whether the form hides the setting until the user opens the advanced settings
    is_advanced: bool = False


class SettingsPart(BaseModel):
    """Some settings of a section that the form shows together, below a heading."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    # The heading. A section overrides it with the name of the whole section.
    title: ClassVar[str] = ""
    description: ClassVar[str] = ""  # a sentence below the heading
    # Whether the form shows the other settings only while the first one, a switch, is on
    is_switched: ClassVar[bool] = False


class SettingsSection(BaseModel):
    """Base class for a section of the site settings.

    The database stores all values of a section in one row, which is identified by `name`. Unknown
    keys in the stored values are ignored, because a newer version of the application can have
    written them.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: ClassVar[str]
    title: ClassVar[str] = ""
    # The code of the section of the Admin Panel, if it is not `settings/{name}`.
    admin_section: ClassVar[str] = ""

    def find_problems(self) -> Mapping[str, str]:
        """Return a message for each setting whose value does not fit the others."""
        return {}

    @classmethod
    def list_parts(cls) -> list[type[SettingsPart]]:
        """Return the parts of the section in the order in which the form shows them."""
        return [base for base in cls.__bases__ if issubclass(base, SettingsPart)]


@dataclass(frozen=True, slots=True)
class SettingDefinition:
    """Everything that a form or a document says about one setting."""

    code: str
    kind: Kind
    setting: Setting
    default: Any
    minimum: int | None
    maximum: int | None
    max_length: int | None

    @property
    def is_secret(self) -> bool:
        return self.kind == "secret"


@cache
def get_definitions(section_type: type[SettingsSection]) -> Mapping[str, SettingDefinition]:
    """Return the definitions of the settings of a section by code, in the order of the form."""
    return {
        definition.code: definition
        for part in section_type.list_parts()
        for definition in iter_part_definitions(part)
    }


def iter_part_definitions(part: type[SettingsPart]) -> Iterator[SettingDefinition]:
    for code, info in part.model_fields.items():
        setting = next(item for item in info.metadata if isinstance(item, Setting))
        yield SettingDefinition(
            code=code,
            kind=setting.kind or _infer_kind(info.annotation),
            setting=setting,
            default=info.default,
            minimum=_find_bound(info, "ge"),
            maximum=_find_bound(info, "le"),
            max_length=_find_bound(info, "max_length"),
        )


def _infer_kind(annotation: Any) -> Kind:
    origin = get_origin(annotation)
    if origin is Literal:
        return "choice"
    if origin is tuple:
        return "list"
    if origin in {Union, UnionType}:
        return _infer_kind(get_args(annotation)[0])
    kinds: dict[Any, Kind] = {bool: "switch", int: "number", SecretStr: "secret"}
    return kinds.get(annotation, "text")


def _find_bound(info: FieldInfo, name: str) -> int | None:
    """Return the strictest value of a constraint such as `ge` in the metadata of a field."""
    values = [getattr(item, name, None) for item in info.metadata]
    bounds = [value for value in values if isinstance(value, int)]
    strictest = max if name == "ge" else min
    return strictest(bounds, default=None)
