"""Who is acting: a value made anew from the session cookie or token at every event and request."""

from dataclasses import dataclass, field
from datetime import datetime

from community.core import errors


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a call, or a guest, as the policies need to know them.

    Attributes:
        user_id: None for a guest.
        session_id: the sign-in this call came through; None for tokens, jobs and the command line.
        token_id: the personal access token this call came with.
        seen_at: when that sign-in or token was last noted as used (minutes apart).
        feed: the one that their home page begins with.
        filters: they ignore somebody or some words, so their feeds are not everybody's.
        scopes: what a personal access token may do; a cookie has both.
        sections: Admin Panel sections open to this person; `*` is all of them.
    """

    user_id: int | None = None
    slug: str = ""
    name: str = ""
    avatar: str | None = None
    session_id: int | None = None
    token_id: int | None = None
    seen_at: datetime | None = None
    is_admin: bool = False
    email_verified: bool = False
    joined_at: datetime | None = None
    banned_at: datetime | None = None
    feed: str = "popular"
    filters: bool = False
    address: str = ""
    scopes: frozenset[str] = frozenset({"read", "write"})
    sections: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_guest(self) -> bool:
        return self.user_id is None

    @property
    def id(self) -> int:
        """The id of a person who is signed in.

        Raises:
            NotAllowed: `unauthenticated`, for a guest.
        """
        if self.user_id is None:
            raise errors.unauthenticated()
        return self.user_id

    def is_person(self, user_id: int | None) -> bool:
        """Whether this actor is the person with that id; a guest is nobody."""
        return self.user_id is not None and self.user_id == user_id


GUEST = Actor()
