"""The merge of two accounts of one person. It cannot be undone.

`merge` closes the account `source` at once. A job then moves its content to `target`, step by step
and in batches, so that a crash or a restart continues where the job stopped.
"""

from community.domain.merging.actions import merge, run_merge_step
from community.domain.merging.events import AccountsMerged, MergeFinished
from community.domain.merging.queries import PERSONAL_DATA, MergeView, list_source_ids
