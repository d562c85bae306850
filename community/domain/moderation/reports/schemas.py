from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.people.schemas import UserSummary


class ReportReceipt(ReadModel):
    """A report as its author sees it.

    `is_new` is false if the author had already reported the object, and the report is still open.
    """

    id: int
    target_kind: str
    target_id: int
    reason: str
    text: str = ""
    state: str
    created_at: Timestamp
    is_new: bool = True


class ReportFileView(ReadModel):
    """A picture or file of a reported message, or of a message near it, that still exists."""

    id: UUID
    name: str
    url: str
    is_picture: bool


class ReportMessageView(ReadModel):
    """A copy of a private message, as it was at the time of the report.

    Attributes:
        files: The names of its pictures and files.
        attachments: Those of them that still exist. They are deleted with the message.
        is_reported: Whether the report is about this message. The others were near it.
        created_at: When the message was sent.
    """

    id: int
    author: UserSummary
    text: str
    files: list[str] = []
    attachments: list[ReportFileView] = []
    is_reported: bool
    created_at: Timestamp


class ReportRecord(ReadModel):
    """A report as the Admin Panel shows it.

    Attributes:
        excerpt: The beginning of the reported text, the title of the post or the name of the user,
            at the time of the report.
        url: The reported object. Empty if it no longer exists.
        reporter: The author of the report. None if their account was deleted, or for a guest.
        user: The user whose object was reported. None for an advertisement.
        open_count: The open reports of the object, with this one.
        user_count: The reports of the user and of their objects, also closed ones.
        note: What the administrator wrote when they closed the report.
        content_status: The status of the reported post, comment or message. Empty for a user, and
            if it no longer exists.
        messages: The reported private message and those near it, as they were at the time of the
            report. Empty for other objects, and some time after the report was closed.
        can_manage_user: Whether the viewer may warn and ban the user.
    """

    id: int
    target_kind: str
    target_id: int
    excerpt: str
    url: str = ""
    reason: str
    text: str = ""
    state: str
    reporter: UserSummary | None = None
    user: UserSummary | None = None
    open_count: int = 0
    user_count: int = 0
    created_at: Timestamp
    closed_at: Timestamp | None = None
    closed_by: UserSummary | None = None
    note: str = ""
    content_status: str = ""
    messages: list[ReportMessageView] = []
    can_manage_user: bool = False
