"""Deleting one's account, and restoring it within `policies.RESTORE_PERIOD`.

`community/domain/account_deletion/` contains what this means for the content of the account.
"""

from community.domain.accounts.deletions.actions import close, close_user, lock_restored, reopen
from community.domain.accounts.deletions.erasure import (
    count_due,
    erase_credentials,
    erase_merged_users,
    erase_users,
    filter_due,
    list_due_ids,
    list_emails,
)
from community.domain.accounts.deletions.events import AccountDeleted, AccountRestored
from community.domain.accounts.deletions.links import RestoreOffer, offer_restore
from community.domain.accounts.deletions.policies import ContentChoice, ensure_may_delete
from community.domain.accounts.deletions.queries import find_hidden_author, get_deletion_terms
from community.domain.accounts.deletions.schemas import AccountDeletion, DeletionTerms
from community.domain.accounts.policies import RESTORE_PERIOD
