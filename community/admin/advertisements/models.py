"""The rows and the form of an advertisement, with texts in the language of the site."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from community.core import clock
from community.core.errors import FieldErrors
from community.core.read_models import ReadModel
from community.domain import advertising
from community.i18n import (
    LANGUAGES,
    formats,
    get_language_name,
    gettext as _,
    ngettext,
    noop,
    override,
    pgettext,
)

DEVICE_PREFIX: Final = "device_"
LANGUAGE_PREFIX: Final = "language_"
_NUMBERS: Final = ("weight", "every_nth", "budget_impressions", "cap_per_day")
_TIMES: Final = ("starts_at", "ends_at")
_LINE: Final = "%Y-%m-%dT%H:%M"

_STATUS_LABELS: Final[Mapping[advertising.Status, str]] = {
    "scheduled": noop("Scheduled"),
    "waiting_for_approval": noop("Waiting for approval"),
    "budget_used": noop("Budget used up"),
    "ended": noop("Ended"),
    "off": noop("Off"),
}
STATUS_TONES: Final[Mapping[str, str]] = {
    "running": "success",
    "scheduled": "accent",
    "waiting_for_approval": "accent",
}


class AdvertisementRow(ReadModel):
    """An advertisement in the list and in the form. Numbers and times are texts of inputs."""

    id: int
    name: str
    place: str
    place_label: str
    status: str
    status_label: str
    period: str
    impressions: str
    clicks: str
    preview: str = ""
    is_active: bool
    is_house: bool
    can_approve: bool
    image: str = ""
    image_small: str = ""
    alt: str = ""
    title: str = ""
    text: str = ""
    button: str = ""
    link: str = ""
    weight: str = ""
    every_nth: str = ""
    starts_at: str = ""
    ends_at: str = ""
    budget_impressions: str = ""
    cap_per_day: str = ""
    readers: str = "all"
    communities: str = ""
    tags: str = ""
    devices: list[str] = []
    languages: list[str] = []


class AdvertisementFormData(BaseModel):
    """The form of an advertisement. The domain checks the exact limits."""

    name: str = Field("", max_length=1_000)
    place: str = Field("", max_length=60)
    alt: str = Field("", max_length=1_000)
    title: str = Field("", max_length=1_000)
    text: str = Field("", max_length=1_000)
    button: str = Field("", max_length=1_000)
    link: str = Field("", max_length=2_000)
    weight: str = Field("", max_length=20)
    every_nth: str = Field("", max_length=20)
    starts_at: str = Field("", max_length=40)
    ends_at: str = Field("", max_length=40)
    budget_impressions: str = Field("", max_length=20)
    cap_per_day: str = Field("", max_length=20)
    readers: str = Field("", max_length=20)
    communities: str = Field("", max_length=5_000)
    tags: str = Field("", max_length=5_000)
    is_house: bool = False

    def build_fields(self, zone: ZoneInfo, row: AdvertisementRow | None) -> dict[str, Any]:
        """Return the arguments for the domain, without the audience.

        Args:
            row: What the form showed. A time that stays the same is omitted, because the input
                has no seconds.

        Raises:
            Invalid: A number or a time cannot be read.
        """
        errors = FieldErrors()
        fields: dict[str, Any] = self.model_dump(
            include={"name", "place", "alt", "title", "text", "button", "link", "is_house"}
        )
        fields["kind"] = get_kind(self.place)
        for name in _NUMBERS:
            fields[name] = _parse_number(getattr(self, name), name, errors)
        for name in _TIMES:
            text = getattr(self, name)
            if row is None or text != getattr(row, name):
                fields[name] = _parse_time(text, name, zone, errors)
        errors.raise_if_any()
        return fields

    def list_communities(self) -> list[str]:
        return _split(self.communities)

    def list_tags(self) -> list[str]:
        return _split(self.tags)


def get_kind(place: str) -> str:
    """Return the kind of the advertisements in a place. The form has only the places."""
    return next(
        (kind for kind, places in advertising.PLACES_BY_KIND.items() if place in places), ""
    )


def list_checked(message: Mapping[str, Any], prefix: str, choices: Any) -> list[str]:
    return [choice for choice in choices if message.get(prefix + choice)]


def list_languages() -> list[tuple[str, str]]:
    names = []
    for code in LANGUAGES:
        with override(code):
            names.append((code, get_language_name()))
    return names


def build_row(
    view: advertising.AdvertisementView, slugs: Mapping[int, str], zone: ZoneInfo
) -> AdvertisementRow:
    audience = view.audience
    numbers = {name: _format(getattr(view, name)) for name in _NUMBERS}
    times = {name: _to_input(getattr(view, name), zone) for name in _TIMES}
    texts = view.model_dump(
        include={"id", "name", "place", "status", "is_active", "is_house", "can_approve"}
        | {"alt", "title", "text", "button", "link"}
    )
    return AdvertisementRow(
        **texts,
        **numbers,
        **times,
        place_label=_(advertising.PLACE_LABELS[view.place]),
        status_label=_label_status(view.status),
        period=_describe_period(view),
        impressions=_describe_impressions(view),
        clicks=ngettext("{n} click", "{n} clicks", view.clicks),
        image=view.image.url if view.image else "",
        image_small=view.image_small.url if view.image_small else "",
        preview=view.title or view.alt,
        readers=audience.readers,
        communities="\n".join(slugs[id_] for id_ in audience.communities if id_ in slugs),
        tags="\n".join(audience.tags),
        devices=list(audience.devices),
        languages=audience.languages,
    )


def _label_status(status: advertising.Status) -> str:
    # In Russian, "running" is another word than that for a job.
    if status == "running":
        return pgettext("advertisement", "Running")
    return _(_STATUS_LABELS[status])


def _describe_period(view: advertising.AdvertisementView) -> str:
    start = formats.format_full_date(view.starts_at)
    if view.ends_at is None:
        return _("From {date}", date=start)
    return _("{start} to {end}", start=start, end=formats.format_full_date(view.ends_at))


def _describe_impressions(view: advertising.AdvertisementView) -> str:
    if view.budget_impressions is None:
        return ngettext("{n} impression", "{n} impressions", view.impressions)
    return ngettext(
        "{count} of {n} impression",
        "{count} of {n} impressions",
        view.budget_impressions,
        count=formats.format_number(view.impressions),
    )


def _format(value: int | None) -> str:
    return "" if value is None else str(value)


def _to_input(time: datetime | None, zone: ZoneInfo) -> str:
    return "" if time is None else time.astimezone(zone).strftime(_LINE)


def _parse_number(text: str, name: str, errors: FieldErrors) -> int | None:
    stripped = text.strip()
    if not stripped:
        return None
    if stripped.isascii() and stripped.isdigit() and len(stripped) <= 12:
        return int(stripped)
    errors.add(name, _("Enter a whole number."))
    return None


def _parse_time(text: str, name: str, zone: ZoneInfo, errors: FieldErrors) -> datetime | None:
    if not text:
        return None
    try:
        return clock.convert_to_utc(datetime.fromisoformat(text).replace(tzinfo=zone))
    except ValueError:
        errors.add(name, _("Enter a date and a time."))
        return None


def _split(text: str) -> list[str]:
    return [part for part in text.replace(",", "\n").split() if part][:100]
