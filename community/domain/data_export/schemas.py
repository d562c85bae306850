from enum import StrEnum
from typing import NamedTuple

from pydantic import Field

from community.core.read_models import ReadModel, Timestamp


class ExportStatus(StrEnum):
    NONE = "none"
    PREPARING = "preparing"
    READY = "ready"
    FAILED = "failed"
    EXPIRED = "expired"


class DataExportView(ReadModel):
    """The archive with the personal data of a user, and whether they may request a new one."""

    status: ExportStatus = ExportStatus.NONE
    requested_at: Timestamp | None = None
    size: int | None = Field(None, description="Bytes of the archive, if it is ready.")
    expires_at: Timestamp | None = Field(None, description="Until when it can be downloaded.")
    download_url: str | None = Field(None, description="For the session of the same account.")
    can_request: bool = True
    available_at: Timestamp | None = Field(
        None, description="When the next archive can be requested, if not now."
    )


class Download(NamedTuple):
    """A file in the private storage, and the name under which the browser saves it."""

    key: str
    filename: str
