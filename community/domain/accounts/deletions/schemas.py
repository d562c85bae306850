"""Read models of deleted accounts."""

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.deletions.policies import ContentChoice


class AccountDeletion(ReadModel):
    """A deleted account, which can be restored until `purge_at`."""

    content: ContentChoice
    purge_at: Timestamp


class DeletionTerms(ReadModel):
    """What a user learns before they delete the account.

    `restorable_until` is the time until which an account that is deleted now can be restored.
    `obstacle` tells why the account cannot be deleted, or is empty.
    """

    restorable_until: Timestamp
    obstacle: str = ""
