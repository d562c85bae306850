"""Clean-ups: an administrator hides or deletes everything a user wrote, and can undo it."""

from community.domain.cleanups.actions import PERSONAL_DATA, start, undo
from community.domain.cleanups.events import CleanupProgressed
from community.domain.cleanups.queries import count_contents, find_latest, get_cleanup
from community.domain.cleanups.schemas import CleanupOptions, CleanupView, ContentCounts
from community.domain.cleanups.steps import run_cleanup_step, run_undo_step
