"""Pydantic models for the sections of the site settings. The models define the default values."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field


class SettingsSection(BaseModel):
    """Base class for a section of the site settings.

    The database stores all values of a section in one row, which is identified by `name`. Unknown
    keys in the stored values are ignored, because a newer version of the application can have
    written them.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: ClassVar[str]


class ContentSettings(SettingsSection):
    """Settings that control who can comment and how long users can edit their comments."""

    name: ClassVar[str] = "content"

    comment_edit_minutes: int = Field(15, ge=0, le=525_600, description="0 means no limit.")
    comments_need_verified_email: bool = False
    comments_need_account_hours: int = Field(
        0, ge=0, le=8_760, description="Minimum age of the account, in hours."
    )
