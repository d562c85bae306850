"""Tables for advertisements, how often they were shown, and how often each member saw them."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Integer, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core import clock
from community.core.db import columns


class Advertisement(SQLModel, table=True):
    """An advertisement that administrators show in a place of the pages."""

    __tablename__ = "advertisements"

    id: int = columns.pk()
    name: str = Field(max_length=80)  # the name in the Admin Panel; readers do not see it
    # The place in the list of the Admin Panel, from 0
    position: int = Field(default=0, nullable=False)
    kind: str = Field(max_length=6)
    place: str = Field(max_length=11)
    # The pictures by field, `image` and `image_small`, each with the `id` of the upload, its `url`,
    # `width` and `height`
    images: dict[str, Any] = columns.json_column(dict)
    alt: str = Field(default="", max_length=120)
    title: str = Field(default="", max_length=60)
    text: str = Field(default="", max_length=140)
    button: str = Field(default="", max_length=24)
    link: str = Field(max_length=500)
    # How often it is shown compared with others in the place, from 1 to 100
    weight: int = Field(default=10, nullable=False)
    # Repeats after this number of posts or discussions. None for other places.
    every_nth: int | None = Field(default=None, sa_type=Integer)
    starts_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    ends_at: datetime | None = columns.nullable_timestamp()
    # The impressions that were sold. None for no limit.
    budget_impressions: int | None = Field(default=None, sa_type=Integer)
    # The places and readers it is for, as `Audience` without empty values
    audience: dict[str, Any] = columns.json_column(dict)
    # How often a reader sees it a day. None for no limit.
    cap_per_day: int | None = Field(default=None, sa_type=Integer)
    is_house: bool = False  # whether it is shown only where no other advertisement fits
    is_active: bool = True
    created_at: datetime = columns.timestamp()
    # Who last changed what readers see. Someone else must approve it.
    changed_by_id: int | None = columns.nullable_fk("users.id")
    approved_at: datetime | None = columns.nullable_timestamp()
    approved_by_id: int | None = columns.nullable_fk("users.id")
    # The hash of the token in the address of the report for the advertiser
    report_token_hash: str | None = Field(default=None, max_length=64, unique=True)
    # Like impressions and clicks, a total of `AdvertisementStatistics`.
    shown: int = columns.counter()
    impressions: int = columns.counter()
    clicks: int = columns.counter()

    __table_args__ = (
        CheckConstraint(
            "(kind = 'banner' AND place IN ('header', 'sidebar', 'post_bottom')) "
            "OR (kind = 'feed' AND place IN ('feed', 'comments'))",
            name="place",
        ),
        CheckConstraint("weight BETWEEN 1 AND 100", name="weight"),
        CheckConstraint("ends_at > starts_at", name="period"),
    )


class AdvertisementStatistics(SQLModel, table=True):
    """How often an advertisement was shown and clicked on a day, in UTC, in a place."""

    __tablename__ = "advertisement_statistics"

    advertisement_id: int = columns.fk("advertisements.id", primary_key=True)
    day: date = Field(primary_key=True)
    place: str = Field(max_length=11, primary_key=True)
    # The community of the page, or 0 for a page of no community
    community_id: int = Field(default=0, primary_key=True, sa_type=columns.BigKey)
    shown: int = columns.counter()  # how often it was in a page that a reader opened
    # How often it was visible as the standard of MRC and IAB demands.
    impressions: int = columns.counter()
    clicks: int = columns.counter()


class MemberImpressions(SQLModel, table=True):
    """How often a member saw an advertisement with a daily limit on a day, in UTC.

    Rows of past days are deleted. No row is stored for guests.
    """

    __tablename__ = "member_impressions"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    day: date = Field(index=True)
    advertisement_id: int = columns.fk("advertisements.id", index=True)
    impressions: int = columns.counter()

    __table_args__ = (
        UniqueConstraint("user_id", "day", "advertisement_id", name="uq_member_impressions"),
    )


class StoredCounts(SQLModel, table=True):
    """The id of a batch of counts that a process has stored, so that it is not added twice.

    A process repeats a batch if it does not know whether its transaction was committed. Rows are
    deleted after a day.
    """

    __tablename__ = "advertisement_stored_counts"

    id: UUID = Field(primary_key=True)
    stored_at: datetime = Field(
        default_factory=clock.now, sa_type=columns.UTCDateTime, nullable=False, index=True
    )
