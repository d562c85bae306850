"""The actor: the user or guest who sent a request, or for whom a job or command runs."""

from dataclasses import dataclass, field
from datetime import datetime

from community.core import errors


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user or a guest, with the data that permission checks need.

    Attributes:
        user_id: The id of the user, or None for a guest.
        session_id: The id of the sign-in session that the session cookie belongs to, or None
            without a cookie, for example in jobs and commands.
        token_id: The id of the personal access token in the request, or None without a token.
        last_seen_at: When the server last recorded a use of the session or token. To save
            writes, the server records a use only if the last record is a few minutes old.
        default_feed: The feed that the home page shows first.
        has_filters: Whether the user ignores other users or keywords. The server must not show
            this user the feeds in the public cache, because they are not filtered.
        scopes: The permissions of the personal access token: `read`, `write` or both. An actor
            with a session cookie has both.
        sections: The sections of the Admin Panel that the user may open. `*` stands for all
            sections.
    """

    user_id: int | None = None
    slug: str = ""
    name: str = ""
    avatar: str | None = None
    session_id: int | None = None
    token_id: int | None = None
    last_seen_at: datetime | None = None
    is_admin: bool = False
    is_email_verified: bool = False
    joined_at: datetime | None = None
    banned_at: datetime | None = None
    default_feed: str = "popular"
    has_filters: bool = False
    ip_address: str = ""
    scopes: frozenset[str] = frozenset({"read", "write"})
    sections: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_guest(self) -> bool:
        return self.user_id is None

    @property
    def id(self) -> int:
        """The id of the signed-in user.

        Raises:
            PermissionDenied: The actor is a guest. The error code is `unauthenticated`.
        """
        if self.user_id is None:
            raise errors.make_unauthenticated_error()
        return self.user_id

    def is_user(self, user_id: int | None) -> bool:
        """Return whether this actor is the user with this id. For a guest, return False."""
        return self.user_id is not None and self.user_id == user_id


GUEST = Actor()
