"""Tables for the credentials of accounts besides the password."""

from datetime import datetime

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.models.columns import (
    UTCDateTime,
    counter,
    fk,
    json_column,
    nullable_timestamp,
    pk,
    timestamp,
)


class OneTimeCodeSecret(SQLModel, table=True):
    """The secret from which an app of the user derives one-time codes.

    Attributes:
        secret: The encrypted secret.
        confirmed_at: When the user proved with a code that the app has the secret. Until then,
            signing in needs no code.
        last_step: The number of the time step of the last accepted code. Neither this code nor an
            earlier one is accepted again.
    """

    __tablename__ = "one_time_code_secrets"

    user_id: int = fk("users.id", primary_key=True)
    secret: str = Field(max_length=400)
    created_at: datetime = timestamp()
    confirmed_at: datetime | None = nullable_timestamp()
    last_step: int = Field(default=0, nullable=False)


class RecoveryCode(SQLModel, table=True):
    """A code with which the user signs in once without the app for one-time codes."""

    __tablename__ = "recovery_codes"

    id: int = pk()
    user_id: int = fk("users.id", index=True)
    code_hash: str = Field(max_length=64)
    created_at: datetime = timestamp()
    used_at: datetime | None = nullable_timestamp()


class ConfirmationCode(SQLModel, table=True):
    """A code that the user got by mail to confirm their identity in a sign-in session.

    Attributes:
        code_hash: A digest of the code, which a key of the server protects.
        tries: How often a code was entered.
    """

    __tablename__ = "confirmation_codes"

    session_id: int = fk("user_sessions.id", primary_key=True)
    code_hash: str = Field(max_length=64)
    tries: int = counter()
    created_at: datetime = timestamp()
    expires_at: datetime = Field(sa_type=UTCDateTime, nullable=False, index=True)


class EmailChange(SQLModel, table=True):
    """A change of the email of a user that is not confirmed at both addresses.

    Attributes:
        email: The new email.
        is_old_required: Whether the old address must confirm it. It must if it was verified itself.
        old_confirmed_at: When a link in the mail to the old address confirmed it.
        new_confirmed_at: When a link in the mail to the new address confirmed it.
    """

    __tablename__ = "email_changes"

    id: int = pk()
    user_id: int = fk("users.id")
    email: str = Field(max_length=254)
    is_old_required: bool
    old_confirmed_at: datetime | None = nullable_timestamp()
    new_confirmed_at: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()
    expires_at: datetime = Field(sa_type=UTCDateTime, nullable=False, index=True)

    __table_args__ = (UniqueConstraint("user_id"),)


class Identity(SQLModel, table=True):
    """An account at another service, such as GitHub, with which the user signs in.

    Attributes:
        provider: The service.
        subject: The id of the account at the service, which never changes.
        email: The email at the service, which can differ from that of the user. "" without one.
        name: The name at the service.
    """

    __tablename__ = "identities"

    id: int = pk()
    user_id: int = fk("users.id")
    provider: str = Field(max_length=20)
    subject: str = Field(max_length=255)
    email: str = Field(default="", max_length=254)
    name: str = Field(default="", max_length=50)
    created_at: datetime = timestamp()
    last_used_at: datetime = timestamp()

    __table_args__ = (
        UniqueConstraint("provider", "subject"),
        UniqueConstraint("user_id", "provider"),
    )


class Passkey(SQLModel, table=True):
    """A public key with which a user signs in, and whose private key a device of theirs keeps.

    Attributes:
        credential_id: The id that the device gave to the key, in base64url.
        public_key: The key in the COSE format, in base64url.
        sign_count: How often the device has used the key, or 0 if it does not count.
    """

    __tablename__ = "passkeys"

    id: int = pk()
    user_id: int = fk("users.id", index=True)
    credential_id: str = Field(max_length=1_400, unique=True)
    public_key: str = Field(max_length=2_000)
    sign_count: int = Field(default=0, nullable=False, sa_type=BigInteger)
    transports: list[str] = json_column()
    name: str = Field(max_length=60)
    created_at: datetime = timestamp()
    last_used_at: datetime | None = nullable_timestamp()
