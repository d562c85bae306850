"""Background jobs: the outbox that enqueues them, and how administrators see and manage them."""

from community.domain.jobs.actions import drop, purge_old_runs, retry
from community.domain.jobs.labels import get_job_label
from community.domain.jobs.queries import (
    JOB_TABLE,
    JobRunView,
    JobView,
    count_failed,
    get_job,
    list_jobs,
    list_runs,
)
