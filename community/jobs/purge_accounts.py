"""The job that erases the data of deleted accounts whose time to be restored is over."""

from collections.abc import Callable

from community.core.db.sessions import read_session, unit_of_work
from community.domain import account_deletion, accounts

# Accounts that are erased together. The tables are searched once for all of them.
ACCOUNTS_PER_BATCH = 200


async def purge_account_batch() -> int:
    async with read_session() as session:
        user_ids = await accounts.deletions.list_due_ids(session, limit=ACCOUNTS_PER_BATCH)
    if not user_ids:
        return 0
    for step in account_deletion.PURGE_STEPS:
        changed = 1
        while changed:
            async with unit_of_work() as session:
                changed = await step(session, user_ids)
    return len(user_ids)


async def purge_accounts(on_progress: Callable[[int], None] = lambda _: None) -> int:
    """Erase all accounts that are due. Return their number."""
    total = 0
    while count := await purge_account_batch():
        total += count
        on_progress(count)
    return total
