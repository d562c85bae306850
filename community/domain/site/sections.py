"""What administrators choose: a model for each section, with the defaults of a new site."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """Settings kept together under one name. Keys that a newer version wrote are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: ClassVar[str]


class Content(Section):
    """Rules for what people write."""

    name: ClassVar[str] = "content"

    comment_edit_minutes: int = Field(15, ge=0, le=525_600, description="0 is no limit.")
    comments_need_verified_email: bool = False
    comments_need_account_hours: int = Field(
        0, ge=0, le=8_760, description="Age of an account, in hours."
    )
