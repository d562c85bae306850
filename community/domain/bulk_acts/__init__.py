"""Acts of administrators on all records of a table that match its search and filters.

`start` checks the right and counts the records. A job then performs the act on one record after the
other, each with the function and in a transaction as if it were the only one. Records that refuse
the act are skipped. If the administrator loses the right, the job stops.
"""

from community.domain.bulk_acts.actions import count_matching, dismiss, purge_old, start, stop, undo
from community.domain.bulk_acts.acts import TABLES
from community.domain.bulk_acts.events import BulkActProgressed
from community.domain.bulk_acts.kinds import BulkActKind, of
from community.domain.bulk_acts.queries import PERSONAL_DATA, find_latest, get_bulk_act
from community.domain.bulk_acts.schemas import BulkActView
from community.domain.bulk_acts.steps import Batch, Item, finish, perform, read_batch, skip
