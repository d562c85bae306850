from datetime import datetime
from typing import Literal

from community.core.read_models import ReadModel


class MailView(ReadModel):
    """A mail in the queue, without its text."""

    id: int
    kind: str
    recipient: str
    subject: str
    state: Literal["queued", "sent", "failed"]
    attempts: int
    max_attempts: int
    last_error: str = ""
    transport: Literal["", "smtp", "file"] = ""
    created_at: datetime
    due_at: datetime
    sent_at: datetime | None = None


class MailDetails(MailView):
    """A mail with its text. The texts are empty if the mail is private."""

    is_private: bool
    text: str = ""
    html: str = ""
