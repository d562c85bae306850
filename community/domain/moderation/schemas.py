from typing import Literal
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.people.schemas import UserSummary


class PersonActions(ReadModel):
    """What the administrator may do with the user. Each button of the page asks one field."""

    edit: bool = False
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
    is_bot: bool = False
    sections: list[str]
    has_password: bool
    has_second_factor: bool = False
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
    """A sign-in session of a user, with the device and the address.

    Attributes:
        method: `password`, or the service with which the user signed in.
        service: The name of the service, or "".
    """

    id: int
    user_agent: str
    address: str
    method: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_active: bool
    service: str = ""


class MediaUse(ReadModel):
    """An object that shows an image.

    Attributes:
        label: What kind of object it is, in the language of the site.
        title: Its title or name. Empty for a private post and for parts of the site.
        url: Its URL. Empty for a private post.
    """

    label: str
    title: str = ""
    url: str = ""


class MediaRecord(ReadModel):
    """An uploaded image as the Admin Panel shows it.

    Attributes:
        video: The URL of the video whose first frame the image shows.
        size: Bytes of the stored files.
        original_size: Bytes of the uploaded file. 0 if unknown.
        uses: Some of the objects that show the image.
        uses_count: The number of all of them.
        is_part_of_site: Whether the image is a reaction, or the logo or icon of the site. It can
            be removed only in the section of these.
    """

    id: UUID
    name: str
    alt: str = ""
    owner: UserSummary
    url: str
    video: str | None = None
    width: int
    height: int
    size: int
    original_size: int
    uses: list[MediaUse] = []
    uses_count: int = 0
    is_part_of_site: bool = False
    created_at: Timestamp
