"""The table of daily statistics."""

from datetime import date

from sqlmodel import Field, SQLModel


class DailyStatistics(SQLModel, table=True):
    """What happened on a day, in UTC.

    Attributes:
        people: Accounts created on the day.
        posts: Posts published on the day.
        comments: Comments posted on the day.
        active: People who used the site on the day. None for days before the first measurement,
            because an account stores only its last visit. For a day on which no server ran, at
            least this number.
        online: The largest number of people online at the same time. None if it was not measured.
    """

    __tablename__ = "daily_statistics"

    day: date = Field(primary_key=True)
    people: int = 0
    posts: int = 0
    comments: int = 0
    active: int | None = None
    online: int | None = None
