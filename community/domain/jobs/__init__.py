"""Background jobs: the outbox that enqueues them, and how administrators see and manage them."""

from community.domain.jobs.actions import drop, purge_old_runs, retry
from community.domain.jobs.job_table import JOB_TABLE
from community.domain.jobs.labels import get_job_label
from community.domain.jobs.queries import count_failed, get_job, list_jobs, list_runs
from community.domain.jobs.schemas import JobRunView, JobView
