"""Tables for the summaries of posts, and for the requests to the AI endpoint."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import counter, fk, nullable_fk, nullable_timestamp, pk, timestamp


class AiRequest(SQLModel, table=True):
    """A request to the AI endpoint. The limits of people and of the site count the rows."""

    __tablename__ = "ai_requests"

    id: int = pk()
    kind: str = Field(max_length=10)
    # Who asked for it. None if the data of the account was erased.
    user_id: int | None = nullable_fk("users.id")
    post_id: int | None = nullable_fk("posts.id", on_delete="CASCADE", index=True)
    # The comment that asks the assistant a question
    comment_id: int | None = nullable_fk("comments.id", on_delete="CASCADE")
    # The comment with which the assistant answered
    answer_id: int | None = nullable_fk("comments.id", index=True)
    # `waiting` for a job, `writing`, `done`, or `failed`
    status: str = Field(default="waiting", max_length=10)
    # Why it failed: a code of `AiError` or of the domain
    error: str = Field(default="", max_length=40)
    # The largest number that the request can need. Once it is done, the number that it needed.
    tokens: int = counter()
    created_at: datetime = timestamp()
    finished_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint("kind IN ('summary', 'answer', 'test')", name="kind"),
        CheckConstraint("status IN ('waiting', 'writing', 'done', 'failed')", name="status"),
        Index("ix_ai_requests_created_at", "created_at"),
        Index("ix_ai_requests_user", "user_id", "created_at"),
        # A comment asks once, however often its job runs.
        Index("uq_ai_requests_comment", "comment_id", unique=True),
    )


class AiSummary(SQLModel, table=True):
    """The summary of a published post, complete or as far as it is written.

    The transaction that changes or removes the text of the post deletes the row.
    """

    __tablename__ = "ai_summaries"

    post_id: int = fk("posts.id", primary_key=True)
    # `waiting`, `writing`, `done` or `failed`
    status: str = Field(default="waiting", max_length=10)
    text: str = ""
    html: str = ""
    # Why it failed: a code of `AiError` or of the domain
    error: str = Field(default="", max_length=40)
    # The request that writes it, or has written it
    request_id: int | None = nullable_fk("ai_requests.id", index=True)
    updated_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("status IN ('waiting', 'writing', 'done', 'failed')", name="status"),
    )
