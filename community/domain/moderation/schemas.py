"""Read models of users as the Admin Panel shows them."""

from typing import Literal

from community.core.read_models import ReadModel, Timestamp


class PersonActions(ReadModel):
    """What the administrator may do with the user. Each button of the page asks one field."""

    manage: bool = False
    view_as: bool = False
    merge: bool = False


class Person(ReadModel):
    """A user with the data that only administrators see.

    `banned_at`, `banned_until` and `ban_reason` are those of the ban that is in force.
    """

    id: int
    slug: str
    name: str
    email: str
    email_verified_at: Timestamp | None = None
    bio: str
    avatar: str | None = None
    header: str | None = None
    created_at: Timestamp
    last_seen_at: Timestamp | None = None
    posts_count: int
    followers_count: int
    following_count: int
    is_admin: bool
    sections: list[str]
    has_password: bool
    banned_at: Timestamp | None = None
    banned_until: Timestamp | None = None
    ban_reason: str = ""
    can: PersonActions


class SanctionView(ReadModel):
    """A ban in the history of a user."""

    id: int
    reason: str
    status: Literal["in_force", "ended", "lifted"]
    until: Timestamp | None = None
    created_at: Timestamp
    created_by: str = ""
    lifted_at: Timestamp | None = None
    lifted_by: str = ""
    lift_reason: str = ""


class AuthoredItem(ReadModel):
    """A post or a comment of a user. `title` is the title, or the beginning of the text."""

    id: int
    title: str
    status: str
    url: str
    created_at: Timestamp


class SignIn(ReadModel):
    """A sign-in session of a user, with the device and the address."""

    id: int
    user_agent: str
    address: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_active: bool
