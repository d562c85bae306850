"""The table of outgoing emails in the Admin Panel."""

from typing import Final

from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from community.core.table_filters import (
    label_filter,
)
from community.core.tables import (
    Badge,
    Column,
    Sort,
    Table,
)
from community.domain.mail import policies
from community.i18n import noop
from community.models import Mail
from community.models.columns import deferred

_STATES: Final = {
    "queued": Badge(noop("Queued"), "accent"),
    "sent": Badge(noop("Sent"), "success"),
    "failed": Badge(noop("Failed"), "danger"),
}


def _matches_search(term: str) -> ColumnElement[bool]:
    return func.lower(Mail.recipient).contains(term.lower(), autoescape=True)


MAIL_TABLE: Final = Table(
    code="mails",
    section=policies.SECTION,
    select=lambda: select(Mail).options(deferred(Mail.text), deferred(Mail.html)),
    id=col(Mail.id),
    columns=(
        Column("recipient", noop("Recipient"), lambda mail: mail.recipient, width="lg"),
        Column("subject", noop("Subject"), lambda mail: mail.subject, width="lg"),
        Column("state", noop("Status"), lambda mail: _STATES[mail.state], "badge"),
        Column("reason", noop("Reason"), lambda mail: mail.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda mail: mail.attempts, "number"),
        Column("created", noop("Created"), lambda mail: mail.created_at, "time", sort="created"),
        Column("sent", noop("Sent"), lambda mail: mail.sent_at, "time", is_default=False),
        Column("kind", noop("Kind"), lambda mail: mail.kind, is_default=False),
    ),
    filters=(
        label_filter(
            "state",
            noop("Status"),
            {state: badge.label for state, badge in _STATES.items()},
            lambda state: col(Mail.state) == state,
        ),
    ),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", noop("Created"), col(Mail.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
