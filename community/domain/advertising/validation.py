"""Validation of the fields of an advertisement, and of the address that it leads to."""

import ipaddress
import re
from collections.abc import Callable, Collection, Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlsplit

from pydantic import TypeAdapter, ValidationError

from community.core import clock
from community.core.errors import FieldErrors, Invalid
from community.core.text.normalization import MAX_TAG_LENGTH, clean_line, convert_line_to_tag
from community.domain.advertising import policies, schemas
from community.i18n import LANGUAGES, gettext as _

T = TypeVar("T")

_TEXTS = {
    "alt": policies.ALT_MAX_LENGTH,
    "title": policies.TITLE_MAX_LENGTH,
    "text": policies.TEXT_MAX_LENGTH,
    "button": policies.BUTTON_MAX_LENGTH,
}
_AUDIENCE: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])

# Spaces, control characters, quotes, angle brackets and backslashes would end the address in a
# header or an attribute, or browsers would read it in another way than this module.
_CHARACTERS: Final = re.compile(r"[!#-;=?-\[\]_a-z~\u00a1-\u200a\u2010-\u2027\u2030-\U0010ffff]+")
# All others in ASCII remain as they are, so that an encoded address stays the same.
_SAFE_CHARACTERS: Final = "!#$%&'()*+,/:;=?@[]"
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
# Paths that would lead in a circle, or that readers may not open.
_REFUSED_PATHS: Final = re.compile(r"/+(ad|admin-panel|api)(/|$)")


def clean_fields(values: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an advertisement after a change. Pictures are not considered."""
    merged, errors = {**stored, **values}, FieldErrors()
    cleaned: dict[str, Any] = {}
    for field, clean in _CLEANERS.items():
        with errors.collect():
            cleaned[field] = clean(merged.get(field))
    errors.raise_if_any()
    with errors.collect():
        _ensure_place(cleaned["kind"], cleaned["place"])
    with errors.collect():
        cleaned["every_nth"] = _clean_every_nth(cleaned["place"], merged.get("every_nth"))
    with errors.collect():
        _ensure_period(cleaned["starts_at"], cleaned["ends_at"], stored.get("ends_at"))
    errors.raise_if_any()
    return cleaned


def ensure_complete(fields: Mapping[str, Any], images: Collection[str]) -> None:
    """Check that readers see a picture, or a text with a button."""
    errors = FieldErrors()
    if "image_small" in images and "image" not in images:
        errors.add("image", _("Upload the large image too."))
    elif "image" in images and not fields["alt"]:
        errors.add("alt", _("Describe the image for people who can't see it."))
    elif "image" not in images:
        if not fields["title"]:
            errors.add("title", _("Enter a title, or upload an image."))
        if not fields["button"]:
            errors.add("button", _("Enter the text of the button."))
    errors.raise_if_any()


def ensure_shape(width: int, height: int, field: str) -> None:
    """Raise `Invalid` if a picture is too narrow or too flat for a page."""
    ratio = width / max(height, 1)
    if not policies.MIN_ASPECT_RATIO <= ratio <= policies.MAX_ASPECT_RATIO:
        raise Invalid.for_field(field, _("This image is too narrow or too flat."))


def merge_audience(values: object, stored: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return {**stored, **_AUDIENCE.validate_python(values)}
    except ValidationError:
        raise _make_audience_error("audience") from None


def clean_link(text: str, *, field: str = "link") -> str:
    """Return an https:// address or a path on this site, in ASCII, as a redirect needs it.

    Raise `Invalid` for other texts.
    """
    link = text.strip()
    if len(link) <= policies.LINK_MAX_LENGTH and _CHARACTERS.fullmatch(link):
        url = quote(link if _is_path(link) else _normalize_url(link), safe=_SAFE_CHARACTERS)
        if 0 < len(url) <= policies.LINK_MAX_LENGTH:
            return url
    raise Invalid.for_field(
        field, _("Enter a link that starts with https://, or a path on this site such as /plans.")
    )


def _clean_audience(value: Any) -> dict[str, Any]:
    try:
        audience = schemas.Audience.model_validate(value or {})
    except ValidationError as error:
        raise _make_audience_error(str(error.errors()[0]["loc"][0])) from None
    languages = _clean_list(audience.languages, lambda code: code if code in LANGUAGES else "")
    cleaned: dict[str, Any] = {
        "communities": list(dict.fromkeys(audience.communities)),
        "tags": _clean_list(audience.tags, _clean_tag),
        "languages": languages,
        "readers": audience.readers,
        "devices": list(dict.fromkeys(audience.devices)),
    }
    for field in ("communities", "tags", "languages"):
        if len(cleaned[field]) > policies.MAX_AUDIENCE_ENTRIES:
            message = _("Choose at most {n}.", n=policies.MAX_AUDIENCE_ENTRIES)
            raise Invalid.for_field(field, message)
    if len(languages) < len(set(audience.languages)):
        raise _make_audience_error("languages")
    return cleaned


def _clean_tag(tag: str) -> str:
    line = clean_line(tag, field="tags", max_length=2 * MAX_TAG_LENGTH)
    cleaned = convert_line_to_tag(line)
    if not cleaned or len(cleaned) > MAX_TAG_LENGTH:
        raise Invalid.for_field("tags", _("This is not a tag: {entry}", entry=tag[:60]))
    return cleaned


def _clean_list(values: Collection[str], clean: Callable[[str], str]) -> list[str]:
    if len(values) > 2 * policies.MAX_AUDIENCE_ENTRIES:
        values = list(values)[: 2 * policies.MAX_AUDIENCE_ENTRIES]
    return list(dict.fromkeys(filter(None, map(clean, values))))


def _make_audience_error(field: str) -> Invalid:
    return Invalid.for_field(field, _("Choose one of the available values."))


def _clean_name(value: str | None) -> str:
    cleaned = clean_line(value or "", field="name", max_length=policies.NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter a name."))
    return cleaned


def _clean_text(field: str, max_length: int) -> Callable[[str | None], str]:
    return lambda value: clean_line(value or "", field=field, max_length=max_length)


def _clean_choice(field: str, choices: Collection[T]) -> Callable[[Any], T]:
    def clean(value: Any) -> T:
        if value not in choices:
            raise Invalid.for_field(field, _("Choose one of the available values."))
        chosen: T = value
        return chosen

    return clean


def _clean_number(field: str, low: int, high: int, default: int | None) -> Callable[[Any], Any]:
    def clean(value: int | None) -> int | None:
        if value is None:
            return default
        if not low <= value <= high:
            message = _("Enter a number from {low} to {high}.", low=low, high=high)
            raise Invalid.for_field(field, message)
        return value

    return clean


def _clean_every_nth(place: str, value: int | None) -> int | None:
    if place not in policies.PLACES_BY_KIND["feed"]:
        return None
    clean = _clean_number(
        "every_nth",
        policies.MIN_EVERY_NTH,
        policies.MAX_EVERY_NTH,
        policies.DEFAULT_EVERY_NTH,
    )
    number: int = clean(value)
    return number


def _clean_start(value: datetime | None) -> datetime:
    return _clean_time("starts_at")(value) or clock.now()


def _clean_time(field: str) -> Callable[[datetime | None], datetime | None]:
    def clean(value: datetime | None) -> datetime | None:
        # In the first and the last year, forms could not show the time in each time zone.
        if value is not None and not MINYEAR < value.year < MAXYEAR:
            raise Invalid.for_field(field, _("This is not a valid date and time."))
        return value

    return clean


def _ensure_place(kind: policies.Kind, place: policies.Place) -> None:
    if place not in policies.PLACES_BY_KIND[kind]:
        raise Invalid.for_field("place", _("Advertisements of this kind don't go there."))


def _ensure_period(
    starts_at: datetime, ends_at: datetime | None, stored_end: datetime | None
) -> None:
    if ends_at is None:
        return
    if ends_at <= starts_at:
        raise Invalid.for_field("ends_at", _("The end must be after the start."))
    if ends_at <= clock.now() and ends_at != stored_end:
        raise Invalid.for_field("ends_at", _("Choose a time in the future."))


def _is_path(link: str) -> bool:
    return (
        link.startswith("/")
        and not link.startswith("//")
        and "/../" not in f"{link}/"
        and not _REFUSED_PATHS.match(link.partition("?")[0].partition("#")[0].lower())
    )


def _normalize_url(link: str) -> str:
    """Return the link with its host in ASCII, so that no other script imitates it, or ""."""
    try:
        parts = urlsplit(link)
        has_port = parts.port is not None
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme != "https" or "@" in parts.netloc or not _is_public_domain(host):
        return ""
    return parts._replace(netloc=f"{host}:{parts.port}" if has_port else host).geturl()


def _is_public_domain(host: str) -> bool:
    """Return whether this is a domain with a dot, and no address of a machine."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
    else:
        return False
    return (
        len(host) <= 253
        and len(labels) >= 2
        and all(map(_LABEL.fullmatch, labels))
        and not labels[-1][0].isdigit()
    )


_CLEANERS: dict[str, Callable[[Any], Any]] = {
    "name": _clean_name,
    "kind": _clean_choice("kind", tuple(policies.PLACES_BY_KIND)),
    "place": _clean_choice("place", policies.PLACES),
    **{field: _clean_text(field, length) for field, length in _TEXTS.items()},
    "link": lambda value: clean_link(value or ""),
    "weight": _clean_number("weight", 1, policies.MAX_WEIGHT, policies.DEFAULT_WEIGHT),
    "starts_at": _clean_start,
    "ends_at": _clean_time("ends_at"),
    "budget_impressions": _clean_number("budget_impressions", 1, policies.MAX_BUDGET, None),
    "audience": _clean_audience,
    "cap_per_day": _clean_number("cap_per_day", 1, policies.MAX_CAP_PER_DAY, None),
    "is_house": bool,
    "is_active": lambda value: True if value is None else bool(value),
}
