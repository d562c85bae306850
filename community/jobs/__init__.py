"""Runs background jobs and scheduled jobs. Only this package imports the job engine DBOS.

To enqueue a background job, call `enqueue` in `domain/jobs/outbox.py`.
"""

from community.jobs.process_tasks import run_in_server, run_jobs
from community.jobs.runner import run_due_jobs
