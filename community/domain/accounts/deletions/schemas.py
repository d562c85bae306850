"""Read models of deleted accounts."""

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.deletions.policies import ContentChoice


class AccountDeletion(ReadModel):
    """A deleted account, which can be restored until `purge_at`."""

    content: ContentChoice
    purge_at: Timestamp


class DeletionTerms(ReadModel):
    """What a user learns before they delete the account.

    Attributes:
        restorable_until: The time until which an account that is deleted now can be restored.
        obstacle: Why the account cannot be deleted, or "".
        lost_credit: What the user has paid and not used, for example `89.72 €`, or "".
    """

    restorable_until: Timestamp
    obstacle: str = ""
    lost_credit: str = ""
