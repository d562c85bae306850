"""The countries of the world by their ISO 3166 codes, with their names in the active language."""

from functools import cache
from typing import Final

from babel import Locale

from community.i18n.translation import active_language

# Codes of CLDR that are no countries: unions, regions, and codes for tests.
_OTHER_CODES: Final = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})


@cache
def list_country_names(language: str) -> dict[str, str]:
    """Return the names of all countries by code, in alphabetical order."""
    names = {
        code: name
        for code, name in Locale(language).territories.items()
        if len(code) == 2 and code.isalpha() and code not in _OTHER_CODES
    }
    return dict(sorted(names.items(), key=lambda item: item[1].casefold()))


def is_country(code: str) -> bool:
    return code in list_country_names("en")


def format_country(code: str) -> str:
    """Return the name of a country, for example "Germany"."""
    return list_country_names(active_language()).get(code, code)
