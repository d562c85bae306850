"""Who may act on all records that match, and the limits."""

from datetime import timedelta
from typing import Final

from community.core.actor import Actor
from community.domain import identity
from community.domain.bulk_actions.kinds import BulkActionKind
from community.domain.tables import Table

# Counting more would take longer than a click may take.
MAX_RECORDS: Final = 100_000
# The section shows the last action, and offers to undo it, for so long.
SHOWN_FOR: Final = timedelta(days=1)
RETENTION: Final = timedelta(days=30)
# Different reasons for skipped records that are counted. The others are counted together.
MAX_REASONS: Final = 20


def ensure_may_act(actor: Actor, table: Table, kind: BulkActionKind) -> None:
    actor.ensure_section(table.section)
    if kind.needs_password:
        identity.ensure_recently_confirmed(actor)
