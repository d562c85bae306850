import hashlib
from datetime import datetime
from functools import cached_property
from typing import Literal, NotRequired, TypeAlias, TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.advertising.policies import Device, Kind, Place, Readers

Status: TypeAlias = Literal[
    "running", "scheduled", "waiting_for_approval", "budget_used", "ended", "off"
]


class Audience(ReadModel):
    """Where and to whom an advertisement is shown. Empty lists stand for all.

    `communities` contains ids, `tags` names, `languages` ISO 639-1 codes of the language of the
    page, which is that of the site.
    """

    communities: list[int] = []
    tags: list[str] = []
    languages: list[str] = []
    readers: Readers = "all"
    devices: list[Device] = []


class PlacedImage(ReadModel):
    """A picture. Pages reserve space for its `width` and `height` in pixels before it loads."""

    url: str
    width: int
    height: int


class AdvertisementImage(PlacedImage):
    """A picture with the `id` of its upload."""

    id: UUID


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


class PlacedAdvertisement(ReadModel):
    """An advertisement in a place of a page, with what the browser needs to choose one."""

    id: int
    at: str  # the signed part of its address, which says where it is shown
    weight: int = 1
    every_nth: int = 0  # it repeats after this number of posts or discussions; 0 in other places
    cap_per_day: int = 0  # how often a reader sees it a day; 0 for no limit
    is_house: bool = False
    devices: tuple[Device, ...] = ()  # the kinds of devices that show it; empty for all
    image: PlacedImage | None = None
    image_small: PlacedImage | None = None
    alt: str = ""
    title: str = ""
    text: str = ""
    button: str = ""


class PageAdvertisements(ReadModel):
    """The advertisements of a page by place, in the order of the list in the Admin Panel."""

    header: tuple[PlacedAdvertisement, ...] = ()
    sidebar: tuple[PlacedAdvertisement, ...] = ()
    post_bottom: tuple[PlacedAdvertisement, ...] = ()
    feed: tuple[PlacedAdvertisement, ...] = ()
    comments: tuple[PlacedAdvertisement, ...] = ()

    @cached_property
    def digest(self) -> str:
        """The key of caches. Hashing or comparing all fields would take longer than a response."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    @property
    def has_daily_limits(self) -> bool:
        places = (self.header, self.sidebar, self.post_bottom, self.feed, self.comments)
        return any(item.cap_per_day for candidates in places for item in candidates)

    def get_interval(self, place: Place) -> int:
        """Return after how many posts or discussions the place repeats. 0 if it does not."""
        return min((item.every_nth for item in getattr(self, place)), default=0)


class AdvertisementChanges(TypedDict):
    """The fields of an advertisement that administrators can change."""

    name: NotRequired[str]
    kind: NotRequired[str]
    place: NotRequired[str]
    image: NotRequired[UUID | None]  # the id of an uploaded image, or None for no image
    # The id of an uploaded image for phones, or None for no image
    image_small: NotRequired[UUID | None]
    alt: NotRequired[str]
    title: NotRequired[str]
    text: NotRequired[str]
    button: NotRequired[str]
    link: NotRequired[str]
    weight: NotRequired[int]
    every_nth: NotRequired[int | None]
    starts_at: NotRequired[datetime | None]  # None stands for now
    ends_at: NotRequired[datetime | None]
    budget_impressions: NotRequired[int | None]
    # The fields of `Audience`. Fields that are missing stay as they are.
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
