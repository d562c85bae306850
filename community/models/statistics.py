"""The table of daily statistics."""

from datetime import date

from sqlmodel import Field, SQLModel


class DailyStatistics(SQLModel, table=True):
    """What happened on a day, in UTC."""

    __tablename__ = "daily_statistics"

    day: date = Field(primary_key=True)
    people: int = 0
    posts: int = 0
    comments: int = 0
    # People who used the site on the day. None for days before the first measurement, because an
    # account stores only its last visit. For a day on which no server ran, at least this number.
    active: int | None = None
    # The largest number of people online at the same time. None if it was not measured.
    online: int | None = None
