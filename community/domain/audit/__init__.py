"""The audit log: what administrators changed, when, from where and why.

Actions of other subjects call `record` in the transaction of the change. Entries can be neither
changed nor deleted.
"""

from community.domain.audit.actions import record
from community.domain.audit.events import AuditEntryRecorded
from community.domain.audit.policies import REASON_MAX_LENGTH, SEARCH_MAX_LENGTH
from community.domain.audit.queries import PERSONAL_DATA, AuditFilters, list_entries
from community.domain.audit.schemas import AuditEntryView
from community.domain.audit.table import AUDIT_TABLE, get_entry
