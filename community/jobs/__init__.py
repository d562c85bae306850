"""Durable work and schedules: what is owed is done, whatever dies meanwhile.

Only this room knows the job engine. How work gets here is told in `community/owed.py`.
"""

from community.jobs.keeping import keep_all
from community.jobs.process import in_server, running

__all__ = ["in_server", "keep_all", "running"]
