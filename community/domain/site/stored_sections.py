"""Conversion between the stored values of a section, with encrypted secrets, and its model."""

import logging
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import SecretStr, ValidationError

from community.core import encryption
from community.domain.site.definitions import SettingsSection, get_definitions

log = logging.getLogger(__name__)

S = TypeVar("S", bound=SettingsSection)

_PURPOSE = "site settings"
MASK = "••••"
# The mask shows the last four characters of a secret of at least this length. Of a shorter secret,
# they would be too large a part.
_MIN_LENGTH_TO_SHOW_END = 12


def load_section(section_type: type[S], stored: Mapping[str, Any] | None) -> S:
    """Return the section with these stored values.

    A value that is invalid, for example after an update that lowered a limit, is replaced by the
    default, so that one value cannot take the site down.
    """
    values = dict(stored or {})
    for code in _list_secrets(section_type) & values.keys():
        values[code] = decrypt(str(values[code]))
    try:
        return section_type.model_validate(values)
    except ValidationError as error:
        invalid = {str(problem["loc"][0]) for problem in error.errors() if problem["loc"]}
        log.warning("Invalid stored settings in %s: %s", section_type.name, sorted(invalid))
        valid = {code: value for code, value in values.items() if code not in invalid}
        return section_type.model_validate(valid)


def dump_section(section: SettingsSection) -> dict[str, Any]:
    """Return the values to store. Secrets are encrypted."""
    return {
        code: encrypt(value.get_secret_value()) if isinstance(value, SecretStr) else dumped
        for (code, value), dumped in zip(
            section, section.model_dump(mode="json").values(), strict=True
        )
    }


def mask_section(section: SettingsSection) -> dict[str, Any]:
    """Return the values that forms and documents show."""
    dumped = section.model_dump(mode="json")
    return {
        code: mask(getattr(section, code).get_secret_value())
        if definition.is_secret
        else dumped[code]
        for code, definition in get_definitions(type(section)).items()
    }


def encrypt(secret: str) -> str:
    return encryption.encrypt(secret, purpose=_PURPOSE)


def decrypt(encrypted: str) -> str:
    """Return the secret, or "" if it was encrypted with another SECRET_KEY."""
    return encryption.decrypt(encrypted, purpose=_PURPOSE)


def mask(secret: str) -> str:
    """Return the text that forms and documents show instead of a secret."""
    if not secret:
        return ""
    return MASK + (secret[-4:] if len(secret) >= _MIN_LENGTH_TO_SHOW_END else "")


def _list_secrets(section_type: type[SettingsSection]) -> set[str]:
    definitions = get_definitions(section_type)
    return {code for code, definition in definitions.items() if definition.is_secret}
