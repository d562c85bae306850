"""What pydantic found wrong, as sentences for people, by field."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Context = Mapping[str, Any]

# Where a value came from is no part of the name of its field.
_PLACES = {"body", "query", "path", "header", "cookie"}
# Nor is what pydantic puts behind it: which of several kinds was tried, or that it was a key.
_TAG = re.compile(r"\[key\]|(constrained-)?(int|str)|[a-z-]+\[.*\]")
# It is not of this kind at all, which says little where another kind was nearer.
_FAR_OFF = ("_type", "_parsing")

_FIXED = {
    "missing": "This is required.",
    "extra_forbidden": "There is no such field.",
    "string_type": "This must be text.",
    "bool_type": "This must be true or false.",
    "bool_parsing": "This must be true or false.",
    "int_type": "This must be a whole number.",
    "int_parsing": "This must be a whole number.",
    "int_parsing_size": "This number is too large.",
    "int_from_float": "This must be a whole number.",
    "float_type": "This must be a number.",
    "float_parsing": "This must be a number.",
    "finite_number": "This must be a number.",
    "list_type": "This must be a list.",
    "dict_type": "This must be an object.",
    "model_type": "This must be an object.",
    "model_attributes_type": "This must be an object.",
    "uuid_parsing": "This is not a valid id.",
    "uuid_type": "This is not a valid id.",
    "url_parsing": "This is not a valid web address.",
    "datetime_parsing": "This is not a valid date and time.",
    "datetime_from_date_parsing": "This is not a valid date and time.",
    "datetime_type": "This is not a valid date and time.",
    "timezone_aware": "This time needs its zone.",
    "date_parsing": "This is not a valid date.",
    "string_pattern_mismatch": "This has characters that cannot be used here.",
    "string_unicode": "This is not readable text.",
}


def _too_short(context: Context) -> str:
    least = context.get("min_length", 1)
    return "This cannot be empty." if least == 1 else f"Use at least {least} characters."


def _choice(context: Context) -> str:
    return f"Choose one of {context.get('expected', 'the offered values')}."


_COUNTED: dict[str, Callable[[Context], str]] = {
    "string_too_short": _too_short,
    "string_too_long": lambda c: f"Use at most {c['max_length']:,} characters.",
    "too_short": lambda c: f"Give at least {c['min_length']}.",
    "too_long": lambda c: f"Give at most {c['max_length']}.",
    "greater_than": lambda c: f"This must be more than {c['gt']}.",
    "greater_than_equal": lambda c: f"This must be at least {c['ge']}.",
    "less_than": lambda c: f"This must be less than {c['lt']}.",
    "less_than_equal": lambda c: f"This must be at most {c['le']}.",
    "literal_error": _choice,
    "enum": _choice,
}


def sentence_of(error: Mapping[str, Any]) -> str:
    """One finding of pydantic, in words."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _COUNTED:
        return _COUNTED[kind](context)
    if kind == "value_error":  # raised by a validator of ours (or of e-mail addresses): a sentence
        return _as_sentence(str(context.get("error", "This cannot be used.")))
    return "This cannot be used as it is."


def by_field(errors: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Findings of pydantic as sentences by the name of their field, each said once."""
    findings: dict[str, list[Mapping[str, Any]]] = {}
    for error in errors:
        findings.setdefault(field_of(error["loc"]), []).append(error)
    return {
        field: list(dict.fromkeys(sentence_of(error) for error in _nearest(found)))
        for field, found in findings.items()
    }


def field_of(location: tuple[int | str, ...]) -> str:
    """`("body", "media", 0)` is the field `media.0`; the body itself is `body`."""
    first, *rest = location[1:] if len(location) > 1 and location[0] in _PLACES else location
    named = [str(part) for part in rest if isinstance(part, int) or not _TAG.fullmatch(part)]
    return ".".join([str(first), *named])


def _nearest(found: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of the findings of several kinds that were tried, those of the kinds that came near."""
    near = [each for each in found if not each["type"].endswith(_FAR_OFF)]
    return near or found


def _as_sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
