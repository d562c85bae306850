"""Deleting one's account: what becomes of its content, and how it is restored or erased."""

from community.domain.account_deletion.actions import (
    delete,
    delete_as_administrator,
    get_terms,
    restore,
)
from community.domain.account_deletion.purging import PURGE_STEPS
from community.domain.account_deletion.visibility import run_hide_step, run_show_step
