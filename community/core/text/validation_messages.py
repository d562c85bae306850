"""Convert pydantic validation errors to translated messages, grouped by field."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from community.i18n import formats, gettext as _, ngettext, noop

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

_KINDS_BY_MESSAGE = {
    noop("This field is required."): ("missing",),
    noop("Unknown field."): ("extra_forbidden",),
    noop("This must be text."): ("string_type",),
    noop("This must be true or false."): ("bool_type", "bool_parsing"),
    noop("This must be a whole number."): ("int_type", "int_parsing", "int_from_float"),
    noop("This number is too large."): ("int_parsing_size",),
    noop("This must be a number."): ("float_type", "float_parsing", "finite_number"),
    noop("This must be a list."): ("list_type",),
    noop("This must be an object."): ("dict_type", "model_type", "model_attributes_type"),
    noop("This is not a valid id."): ("uuid_parsing", "uuid_type"),
    noop("This is not a valid URL."): ("url_parsing",),
    noop("This is not a valid date and time."): (
        "datetime_parsing",
        "datetime_from_date_parsing",
        "datetime_type",
    ),
    noop("This time needs a time zone."): ("timezone_aware",),
    noop("This is not a valid date."): ("date_parsing",),
    noop("This contains characters that are not allowed."): ("string_pattern_mismatch",),
    noop("This is not valid text."): ("string_unicode",),
}
_MESSAGES = {kind: message for message, kinds in _KINDS_BY_MESSAGE.items() for kind in kinds}


def make_too_long_message(max_length: int) -> str:
    return ngettext(
        "Use at most {count} character.",
        "Use at most {count} characters.",
        max_length,
        count=formats.format_number(max_length),
    )


def make_length_message(max_length: int, length: int) -> str:
    """Return the message for a text of `length` characters that is longer than `max_length`."""
    return _(
        "Use at most {limit} characters. You have used {length}.",
        limit=formats.format_number(max_length),
        length=formats.format_number(length),
    )


def _make_too_short_message(context: Context) -> str:
    minimum = context.get("min_length", 1)
    if minimum == 1:
        return _("This field cannot be empty.")
    return ngettext("Use at least {n} character.", "Use at least {n} characters.", minimum)


def _make_choice_message(context: Context) -> str:
    return _("Choose one of: {options}.", options=str(context["expected"]).replace(" or ", ", "))


_MESSAGES_WITH_LIMITS: dict[str, Callable[[Context], str]] = {
    "string_too_short": _make_too_short_message,
    "string_too_long": lambda context: make_too_long_message(context["max_length"]),
    "too_short": lambda context: ngettext(
        "Add at least {n} item.", "Add at least {n} items.", context["min_length"]
    ),
    "too_long": lambda context: ngettext(
        "Use at most {n} item.", "Use at most {n} items.", context["max_length"]
    ),
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
