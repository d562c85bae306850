"""How long the history of background jobs is kept."""

from datetime import timedelta

SECTION = "jobs"
# A busy site runs some 100,000 jobs a week.
RUN_RETENTION = timedelta(days=7)
PURGE_BATCH_SIZE = 5_000
