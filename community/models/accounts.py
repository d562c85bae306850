"""Tables for accounts: registrations, changes of the email and invitations."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from community.core.db import columns
from community.models.people import User


class PendingRegistration(SQLModel, table=True):
    """A registration whose email is not confirmed. It becomes an account, or expires.

    `slug` is empty if the user chose no username. `password_hash` is empty if the user signs in
    with a service, which the columns `identity_…` describe. They are empty otherwise.
    """

    __tablename__ = "pending_registrations"

    id: int = columns.pk()
    name: str = Field(max_length=50)
    email: str = Field(max_length=254)
    slug: str = Field(max_length=30)
    password_hash: str
    invitation_hash: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": ""})
    identity_provider: str = Field(
        default="", max_length=20, sa_column_kwargs={"server_default": ""}
    )
    identity_subject: str = Field(
        default="", max_length=255, sa_column_kwargs={"server_default": ""}
    )
    identity_email: str = Field(default="", max_length=254, sa_column_kwargs={"server_default": ""})
    identity_name: str = Field(default="", max_length=50, sa_column_kwargs={"server_default": ""})
    created_at: datetime = columns.timestamp()
    expires_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False, index=True)

    __table_args__ = (Index("ix_pending_registrations_email_lower", text("lower(email)")),)


class EmailChange(SQLModel, table=True):
    """A change of the email of a user that is not confirmed at both addresses."""

    __tablename__ = "email_changes"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    email: str = Field(max_length=254)
    # Whether the old address must confirm it. It must if it was verified itself.
    is_old_required: bool
    # When a link in the mail to the old address confirmed it
    old_confirmed_at: datetime | None = columns.nullable_timestamp()
    # When a link in the mail to the new address confirmed it
    new_confirmed_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()
    expires_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False, index=True)

    __table_args__ = (UniqueConstraint("user_id"),)


class Invitation(SQLModel, table=True):
    """An invitation to create an account while registration is by invitation.

    The link contains a token. The database contains only the SHA-256 hash of the token.
    """

    __tablename__ = "invitations"

    id: int = columns.pk()
    token_hash: str = Field(max_length=64, unique=True)
    # What administrators wrote about the invitation. Invited people do not see it.
    note: str = Field(default="", max_length=200)
    # The only email address with which it can be used, or "" for any address
    email: str = Field(default="", max_length=254)
    max_uses: int  # the number of accounts that can be created with it
    uses_count: int = columns.counter()  # the number of accounts that were created with it
    created_by_id: int | None = columns.nullable_fk("users.id")
    created_at: datetime = columns.timestamp()
    expires_at: datetime | None = columns.nullable_timestamp()
    revoked_at: datetime | None = columns.nullable_timestamp()

    created_by: User | None = columns.readonly_relationship("Invitation.created_by_id")

    __table_args__ = (
        CheckConstraint("uses_count >= 0 AND uses_count <= max_uses", name="uses_count"),
    )


class InvitationUse(SQLModel, table=True):
    __tablename__ = "invitation_uses"

    user_id: int = columns.fk("users.id", primary_key=True)
    invitation_id: int = columns.fk("invitations.id", index=True)
    created_at: datetime = columns.timestamp()
