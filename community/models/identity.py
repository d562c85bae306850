"""Tables for signing in: sessions, tokens, used links, and credentials besides the password."""

from datetime import datetime

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core.db import columns


class UserSession(SQLModel, table=True):
    """A sign-in session on one device.

    The session cookie contains a token. The database contains only the SHA-256 hash of the token.
    """

    __tablename__ = "user_sessions"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    user_agent: str = Field(default="", max_length=400)
    address: str = Field(default="", max_length=45)
    # The service with which the user signed in, such as `github`, or `password`
    method: str = Field(
        default="password", max_length=20, sa_column_kwargs={"server_default": "password"}
    )
    created_at: datetime = columns.timestamp()
    last_seen_at: datetime = columns.timestamp()
    expires_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False, index=True)
    # When the user last entered their password in this session
    confirmed_at: datetime | None = columns.nullable_timestamp()
    revoked_at: datetime | None = columns.nullable_timestamp()
    # SQLite cannot add a foreign key to an existing table. Rows of users are rarely deleted, and
    # `authenticate_session` ignores an id without a user.
    # The user as whom an administrator sees the site, until `viewing_until`
    viewed_user_id: int | None = Field(default=None, sa_type=columns.BigKey)
    viewing_until: datetime | None = columns.nullable_timestamp()


class AccessToken(SQLModel, table=True):
    __tablename__ = "access_tokens"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id", index=True)
    name: str = Field(max_length=60)
    token_hash: str = Field(max_length=64, unique=True)
    scopes: list[str] = columns.json_column()
    created_at: datetime = columns.timestamp()
    last_used_at: datetime | None = columns.nullable_timestamp()
    expires_at: datetime | None = columns.nullable_timestamp()
    revoked_at: datetime | None = columns.nullable_timestamp()


class UsedLink(SQLModel, table=True):
    """The id of a link in a mail that was used. It does not work again before it expires."""

    __tablename__ = "used_links"

    id: str = Field(max_length=64, primary_key=True)
    expires_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False, index=True)


class OneTimeCodeSecret(SQLModel, table=True):
    """The secret from which an app of the user derives one-time codes."""

    __tablename__ = "one_time_code_secrets"

    user_id: int = columns.fk("users.id", primary_key=True)
    secret: str = Field(max_length=400)
    created_at: datetime = columns.timestamp()
    # When the user proved with a code that the app has the secret. Until then, signing in needs no
    # code.
    confirmed_at: datetime | None = columns.nullable_timestamp()
    # The number of the time step of the last accepted code. Neither this code nor an earlier one is
    # accepted again.
    last_step: int = Field(default=0, nullable=False)


class RecoveryCode(SQLModel, table=True):
    """A code with which the user signs in once without the app for one-time codes."""

    __tablename__ = "recovery_codes"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id", index=True)
    code_hash: str = Field(max_length=64)
    created_at: datetime = columns.timestamp()
    used_at: datetime | None = columns.nullable_timestamp()


class ConfirmationCode(SQLModel, table=True):
    """A code that the user got by mail to confirm their identity in a sign-in session."""

    __tablename__ = "confirmation_codes"

    session_id: int = columns.fk("user_sessions.id", primary_key=True)
    # A digest of the code, which a key of the server protects
    code_hash: str = Field(max_length=64)
    tries: int = columns.counter()
    created_at: datetime = columns.timestamp()
    expires_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False, index=True)


class Identity(SQLModel, table=True):
    """An account at another service, such as GitHub, with which the user signs in."""

    __tablename__ = "identities"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    provider: str = Field(max_length=20)
    # The id of the account at the service, which never changes
    subject: str = Field(max_length=255)
    # The email at the service, which can differ from that of the user. "" without one.
    email: str = Field(default="", max_length=254)
    name: str = Field(default="", max_length=50)
    created_at: datetime = columns.timestamp()
    last_used_at: datetime = columns.timestamp()

    __table_args__ = (
        UniqueConstraint("provider", "subject"),
        UniqueConstraint("user_id", "provider"),
    )


class Passkey(SQLModel, table=True):
    """A public key with which a user signs in, and whose private key a device of theirs keeps."""

    __tablename__ = "passkeys"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id", index=True)
    # The id that the device gave to the key, in base64url
    credential_id: str = Field(max_length=1_400, unique=True)
    public_key: str = Field(max_length=2_000)  # the key in the COSE format, in base64url
    # How often the device has used the key, or 0 if it does not count
    sign_count: int = Field(default=0, nullable=False, sa_type=BigInteger)
    transports: list[str] = columns.json_column()
    name: str = Field(max_length=60)
    created_at: datetime = columns.timestamp()
    last_used_at: datetime | None = columns.nullable_timestamp()
