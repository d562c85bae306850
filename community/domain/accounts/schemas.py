from enum import StrEnum

from community.core.read_models import ReadModel, Timestamp
from community.domain.people import UserSummary


class AccountSummary(UserSummary):
    """The account of a user, as administrators see it.

    `status` is `active`, `banned` or `deleted`.
    """

    email: str
    bio: str = ""
    is_admin: bool = False
    status: str
    email_verified_at: Timestamp | None = None
    last_seen_at: Timestamp | None = None
    created_at: Timestamp
    followers_count: int = 0
    following_count: int = 0
    rating: float = 0.0


class Administrator(UserSummary):
    """An administrator, with the sections of the Admin Panel that they may open.

    Attributes:
        is_full: Whether the administrator may open all sections, including future ones. Then
            `sections` is empty.
        is_self: Whether the viewer is this administrator.
    """

    is_full: bool = False
    is_banned: bool = False
    is_self: bool = False
    sections: list[str] = []


class PendingEmailChange(ReadModel):
    """A change that is not confirmed at both addresses."""

    email: str
    is_old_required: bool
    is_old_confirmed: bool
    is_new_confirmed: bool
    expires_at: Timestamp


class AccountEmail(ReadModel):
    """The email of the account, and the change that waits for confirmations.

    `is_undeliverable` tells that a mail server has reported that the mailbox does not exist.
    """

    email: str
    is_verified: bool
    is_undeliverable: bool = False
    pending: PendingEmailChange | None = None


class ContentChoice(StrEnum):
    """What happens to the published posts and comments of a deleted account.

    With `keep` they stay, with the name of the author but without a link. With `anonymize` the name
    is replaced. With `delete` they are hidden at once, and erased with the account.
    """

    KEEP = "keep"
    ANONYMIZE = "anonymize"
    DELETE = "delete"


class AccountDeletion(ReadModel):
    """A deleted account, which can be restored until `purge_at`."""

    content: ContentChoice
    purge_at: Timestamp


class DeletionTerms(ReadModel):
    """What a user learns before they delete the account."""

    # The time until which an account that is deleted now can be restored
    restorable_until: Timestamp
    obstacle: str = ""  # why the account cannot be deleted, or ""
    lost_credit: str = ""  # what the user has paid and not used, for example `89.72 €`, or ""
