"""Convert pydantic validation errors to translated messages, grouped by field."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from community.i18n import gettext as _
from community.i18n import ngettext, noop
from community.i18n.formats import format_number

Context = Mapping[str, Any]

# Pydantic error locations start with one of these parts of the request. It is not part of the field
# name.
_REQUEST_PARTS = {"body", "query", "path", "header", "cookie"}
# Pydantic also appends the failed type of a union, and "[key]" if the key of a dict is invalid.
# They are not part of the field name either.
_UNION_MEMBER = re.compile(r"\[key\]|(constrained-)?(int|str)|[a-z-]+\[.*\]")
# If a value fits no type of a union, pydantic reports one error per type. Errors with these
# suffixes say only that the value has another type, so they are less useful than the others.
_TYPE_ERROR_SUFFIXES = ("_type", "_parsing")

_REQUIRED = noop("This field is required.")
_BOOLEAN = noop("This must be true or false.")
_INTEGER = noop("This must be a whole number.")
_NUMBER = noop("This must be a number.")
_OBJECT = noop("This must be an object.")
_ID = noop("This is not a valid id.")
_TIME = noop("This is not a valid date and time.")

_MESSAGES = {
    "missing": _REQUIRED,
    "extra_forbidden": noop("Unknown field."),
    "string_type": noop("This must be text."),
    "bool_type": _BOOLEAN,
    "bool_parsing": _BOOLEAN,
    "int_type": _INTEGER,
    "int_parsing": _INTEGER,
    "int_parsing_size": noop("This number is too large."),
    "int_from_float": _INTEGER,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "list_type": noop("This must be a list."),
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "uuid_parsing": _ID,
    "uuid_type": _ID,
    "url_parsing": noop("This is not a valid URL."),
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
    "datetime_type": _TIME,
    "timezone_aware": noop("This time needs a time zone."),
    "date_parsing": noop("This is not a valid date."),
    "string_pattern_mismatch": noop("This contains characters that are not allowed."),
    "string_unicode": noop("This is not valid text."),
}


def _make_string_too_short_message(context: Context) -> str:
    minimum = context.get("min_length", 1)
    if minimum == 1:
        return _("This field cannot be empty.")
    return ngettext("Use at least {n} character.", "Use at least {n} characters.", minimum)


def _make_string_too_long_message(context: Context) -> str:
    maximum = context["max_length"]
    return ngettext(
        "Use at most {count} character.",
        "Use at most {count} characters.",
        maximum,
        count=format_number(maximum),
    )


def _make_list_too_short_message(context: Context) -> str:
    return ngettext("Add at least {n} item.", "Add at least {n} items.", context["min_length"])


def _make_list_too_long_message(context: Context) -> str:
    return ngettext("Use at most {n} item.", "Use at most {n} items.", context["max_length"])


def _make_choice_message(context: Context) -> str:
    return _("Choose one of: {options}.", options=str(context["expected"]).replace(" or ", ", "))


_MESSAGES_WITH_LIMITS: dict[str, Callable[[Context], str]] = {
    "string_too_short": _make_string_too_short_message,
    "string_too_long": _make_string_too_long_message,
    "too_short": _make_list_too_short_message,
    "too_long": _make_list_too_long_message,
    "greater_than": lambda context: _("This must be more than {limit}.", limit=context["gt"]),
    "greater_than_equal": lambda context: _("This must be at least {limit}.", limit=context["ge"]),
    "less_than": lambda context: _("This must be less than {limit}.", limit=context["lt"]),
    "less_than_equal": lambda context: _("This must be at most {limit}.", limit=context["le"]),
    "literal_error": _make_choice_message,
    "enum": _make_choice_message,
}


def get_translated_message(error: Mapping[str, Any]) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind in _MESSAGES:
        return _(_MESSAGES[kind])
    if kind in _MESSAGES_WITH_LIMITS:
        return _MESSAGES_WITH_LIMITS[kind](context)
    if kind == "value_error" and "error" in context:  # a validator raised it with a message
        return _format_as_sentence(str(context["error"]))
    return _("This is not valid.")


def group_messages_by_field(errors: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    by_field: dict[str, list[Mapping[str, Any]]] = {}
    for error in errors:
        by_field.setdefault(get_field_path(error["loc"]), []).append(error)
    return {
        field: list(
            dict.fromkeys(
                get_translated_message(error)
                for error in _select_most_relevant_errors(field_errors)
            )
        )
        for field, field_errors in by_field.items()
    }


def get_field_path(loc: tuple[int | str, ...]) -> str:
    """Return the field name for the location of a pydantic error.

    For example, `("body", "media", 0)` becomes `media.0`. The location `("body",)` stands for the
    whole request body and becomes `body`.
    """
    first, *rest = loc[1:] if len(loc) > 1 and loc[0] in _REQUEST_PARTS else loc
    names = [
        str(part) for part in rest if isinstance(part, int) or not _UNION_MEMBER.fullmatch(part)
    ]
    return ".".join([str(first), *names])


def _select_most_relevant_errors(errors: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the errors that are not type errors. If all are type errors, return all of them."""
    specific = [error for error in errors if not error["type"].endswith(_TYPE_ERROR_SUFFIXES)]
    return specific or errors


def _format_as_sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
