"""Read models for advertisements."""

from datetime import datetime
from typing import Literal, NotRequired, TypeAlias, TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.advertising.policies import Device, Kind, Place, Readers

Status: TypeAlias = Literal[
    "running", "scheduled", "waiting_for_approval", "budget_used", "ended", "off"
]


class Audience(ReadModel):
    """Where and to whom an advertisement is shown. Empty lists stand for all.

    `communities` contains ids, `tags` names, `languages` ISO 639-1 codes.
    """

    communities: list[int] = []
    tags: list[str] = []
    languages: list[str] = []
    readers: Readers = "all"
    devices: list[Device] = []


class AdvertisementImage(ReadModel):
    """A picture. Pages reserve space for its `width` and `height` in pixels before it loads."""

    id: UUID
    url: str
    width: int
    height: int


class AdvertisementView(ReadModel):
    """An advertisement as administrators see it.

    `shown`, `impressions` and `clicks` are totals. `changed_by` and `approved_by` are ids of users.
    """

    id: int
    name: str
    kind: Kind
    place: Place
    image: AdvertisementImage | None = None
    image_small: AdvertisementImage | None = None
    alt: str = ""
    title: str = ""
    text: str = ""
    button: str = ""
    link: str
    weight: int
    every_nth: int | None = None
    starts_at: Timestamp
    ends_at: Timestamp | None = None
    budget_impressions: int | None = None
    audience: Audience = Audience()
    cap_per_day: int | None = None
    is_house: bool = False
    is_active: bool = True
    status: Status
    created_at: Timestamp
    changed_by: int | None = None
    approved_by: int | None = None
    approved_at: Timestamp | None = None
    can_approve: bool = False
    has_report_link: bool = False
    shown: int = 0
    impressions: int = 0
    clicks: int = 0


class AdvertisementChanges(TypedDict):
    """The fields of an advertisement that administrators can change.

    Attributes:
        image: The id of an uploaded image, or None for no image.
        image_small: The id of an uploaded image for phones, or None for no image.
        starts_at: None stands for now.
        audience: The fields of `Audience`. Fields that are missing stay as they are.
    """

    name: NotRequired[str]
    kind: NotRequired[str]
    place: NotRequired[str]
    image: NotRequired[UUID | None]
    image_small: NotRequired[UUID | None]
    alt: NotRequired[str]
    title: NotRequired[str]
    text: NotRequired[str]
    button: NotRequired[str]
    link: NotRequired[str]
    weight: NotRequired[int]
    every_nth: NotRequired[int | None]
    starts_at: NotRequired[datetime | None]
    ends_at: NotRequired[datetime | None]
    budget_impressions: NotRequired[int | None]
    audience: NotRequired[dict[str, object]]
    cap_per_day: NotRequired[int | None]
    is_house: NotRequired[bool]
    is_active: NotRequired[bool]


class StatisticsRow(ReadModel):
    """The counts of a day, a place or a community. `key` is its date, code or id as text."""

    key: str
    shown: int
    impressions: int
    clicks: int
