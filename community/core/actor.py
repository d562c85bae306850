"""The actor, which is the user or guest on whose behalf a request, event or job runs."""

from dataclasses import dataclass, field
from datetime import datetime

from community.core import errors


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user or a guest, with the data that permission checks need.

    Attributes:
        user_id: None for a guest.
        session_id: The session that the session cookie identifies. It is None if there is no
            such cookie, for example in jobs and commands.
        token_id: The personal access token of the request, or None if it has none.
        last_seen_at: The last recorded use of the session or token. After a use is recorded,
            further uses are not recorded for a few minutes.
        default_feed: The feed that the home page shows first.
        has_filters: Whether the user ignores other users or keywords. The feeds in the public
            cache are not filtered, so this user must not be shown them.
        scopes: The permissions of the personal access token, `read` and `write`. With a session
            cookie the actor has both.
        sections: The sections of the Admin Panel that the user may open. `*` stands for all.
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
            raise errors.unauthenticated_error()
        return self.user_id

    def is_user(self, user_id: int | None) -> bool:
        """Return whether the actor is the user with this id. A guest is never the user."""
        return self.user_id is not None and self.user_id == user_id


GUEST = Actor()
