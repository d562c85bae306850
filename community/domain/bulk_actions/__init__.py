"""Actions of administrators on all records of a table that match its search and filters.

`start` checks the right and counts the records. A job then performs the action on one record after
the other, each with the function and in a transaction as if it were the only one. Records that
refuse the action are skipped. If the administrator loses the right, the job stops.
"""

from community.domain.bulk_actions.actions import (
    BulkActionProgressed,
    count_matching,
    dismiss,
    purge_old,
    start,
    stop,
    undo,
)
from community.domain.bulk_actions.queries import PERSONAL_DATA, BulkActionView, find_latest
from community.domain.bulk_actions.registry import TABLES
from community.domain.bulk_actions.steps import Batch, Item, finish, perform, read_batch, skip
