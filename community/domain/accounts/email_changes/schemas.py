"""Read models of the email of an account."""

from community.core.read_models import ReadModel, Timestamp


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
