"""The table of outgoing mails."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, literal_column
from sqlmodel import Field, SQLModel

from community.core.db.columns import counter, nullable_timestamp, pk, timestamp


class Mail(SQLModel, table=True):
    """A mail that is waiting, sent or failed."""

    __tablename__ = "mails"

    id: int = pk()
    kind: str = Field(max_length=40)  # what the mail is about, for example `test`
    recipient: str = Field(max_length=254)
    subject: str = Field(max_length=200)
    text: str
    html: str
    # Becomes the header `List-Unsubscribe`. Empty for transactional mails.
    unsubscribe_url: str = Field(
        default="", max_length=500, sa_column_kwargs={"server_default": ""}
    )
    # Whether the text contains a secret, for example a link that signs the recipient in.
    # Administrators cannot read such a text, and it is erased after sending.
    is_private: bool = False
    state: str = Field(default="queued", max_length=10)
    attempts: int = counter()
    max_attempts: int  # the number of attempts after which the server gives up
    # Why the last attempt failed, for administrators
    last_error: str = Field(default="", max_length=500)
    # How the mail was sent: `smtp`, or `file` if no mail server was configured
    transport: str = Field(default="", max_length=10)
    created_at: datetime = timestamp()
    # When the next attempt begins. During an attempt, it is the time at which another worker may
    # repeat the attempt.
    due_at: datetime = timestamp()
    sent_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint("state IN ('queued', 'sent', 'failed')", name="state"),
        Index("ix_mails_state", "state", "id"),
        Index("ix_mails_created_at", "created_at"),
        # Limits count the recent mails to an address.
        Index("ix_mails_recipient", literal_column("lower(recipient)"), "created_at"),
    )
