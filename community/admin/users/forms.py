"""The forms with which administrators act on a user."""

from datetime import datetime, timedelta
from typing import Annotated, Final

from pydantic import BaseModel, Field

from community.core import clock
from community.domain import accounts, audit
from community.i18n import noop

# The terms of a ban that the form offers, with their number of days. 0 is a ban without an end.
BAN_TERMS: Final = (
    ("1", noop("1 day")),
    ("3", noop("3 days")),
    ("7", noop("7 days")),
    ("30", noop("30 days")),
    ("365", noop("1 year")),
    ("0", noop("Permanently")),
)
DEFAULT_BAN_DAYS: Final = "7"
_Line = Annotated[str, Field(max_length=1_000)]


class BanForm(BaseModel):
    reason: str = Field("", max_length=audit.REASON_MAX_LENGTH)
    days: int = Field(0, ge=0, le=3_650)

    @property
    def until(self) -> datetime | None:
        return clock.now() + timedelta(days=self.days) if self.days else None


class ReasonForm(BaseModel):
    reason: str = Field("", max_length=audit.REASON_MAX_LENGTH)


class EditForm(BaseModel):
    """The profile as the form shows it. Fields that the form lacks are not changed."""

    name: _Line | None = None
    slug: _Line | None = None
    email: _Line | None = None
    bio: Annotated[str, Field(max_length=5_000)] | None = None
    remove_avatar: bool = False
    remove_header: bool = False


class DeletionForm(BaseModel):
    content: accounts.ContentChoice = accounts.ContentChoice.KEEP
    confirmation: _Line = ""
    reason: str = Field("", max_length=audit.REASON_MAX_LENGTH)


class MergeForm(BaseModel):
    target: _Line = ""
    confirmation: _Line = ""
    reason: str = Field("", max_length=audit.REASON_MAX_LENGTH)
