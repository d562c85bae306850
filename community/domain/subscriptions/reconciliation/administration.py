"""What administrators see of the comparison, and how they explain a difference."""

from typing import Final
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.read_models import ReadModel, Timestamp
from community.core.text.normalization import clean_text
from community.domain import audit
from community.domain.subscriptions import policies
from community.i18n import gettext as _
from community.models import ReconciliationFinding, ReconciliationRun

# The list shows so many differences.
MAX_SHOWN: Final = 100

_is_waiting = col(ReconciliationFinding.resolved_at).is_(None) & col(
    ReconciliationFinding.explained_at
).is_(None)


class RunView(ReadModel):
    """The last comparison with a provider.

    Attributes:
        compared: How many movements the provider has named.
        applied: How many payments of the site were out of date.
        failure: The code of the provider if it did not answer, or "".
    """

    provider: str
    started_at: Timestamp
    finished_at: Timestamp | None
    compared: int
    applied: int
    unexplained: int
    failure: str


class FindingView(ReadModel):
    """A difference between the journal and a provider. Amounts are in minor units.

    Attributes:
        kind: The kind of the movement, or `unreachable`.
        note: Why the amounts differ, as an administrator wrote.
    """

    id: int
    provider: str
    kind: str
    reference: str
    payment_id: UUID | None
    journal_amount: int | None
    provider_amount: int | None
    currency: str
    first_seen_at: Timestamp
    last_seen_at: Timestamp
    explained_at: Timestamp | None
    note: str


class ReconciliationReport(ReadModel):
    """The last run for each provider, and the differences that are there now.

    Attributes:
        findings: Those without an explanation first.
    """

    runs: list[RunView] = []
    findings: list[FindingView] = []


async def get_report(session: AsyncSession, actor: Actor) -> ReconciliationReport:
    policies.ensure_may_see_payments(actor)
    last = select(func.max(col(ReconciliationRun.id))).group_by(col(ReconciliationRun.provider))
    runs = await session.scalars(
        select(ReconciliationRun)
        .where(col(ReconciliationRun.id).in_(last))
        .order_by(col(ReconciliationRun.provider))
    )
    findings = await session.scalars(
        select(ReconciliationFinding)
        .where(col(ReconciliationFinding.resolved_at).is_(None))
        .order_by(
            col(ReconciliationFinding.explained_at).is_not(None),
            col(ReconciliationFinding.id).desc(),
        )
        .limit(MAX_SHOWN)
    )
    return ReconciliationReport(
        runs=[RunView.model_validate(run) for run in runs],
        findings=[FindingView.model_validate(finding) for finding in findings],
    )


async def count_waiting(session: AsyncSession) -> int:
    """Return how many differences have no explanation."""
    query = select(func.count()).select_from(ReconciliationFinding).where(_is_waiting)
    return int(await session.scalar(query) or 0)


async def explain_finding(
    session: AsyncSession, actor: Actor, *, finding_id: int, note: str
) -> None:
    """Store why the amounts of a movement differ. It then no longer needs attention."""
    policies.ensure_may_see_payments(actor)
    text = clean_text(note, field="note", max_length=policies.REFUND_NOTE_MAX_LENGTH)
    if not text:
        raise errors.Invalid.for_field("note", _("Enter a note."))
    row = await session.get(ReconciliationFinding, finding_id, with_for_update=True)
    if row is None or row.resolved_at is not None:
        raise errors.NotFound(_("Difference not found"))
    row.explained_at, row.explained_by_id, row.note = clock.now(), actor.user_id, text
    await audit.record(
        session,
        actor,
        "reconciliation.explained",
        target_kind="payment",
        target_id=str(row.payment_id or ""),
        target_name=row.reference or row.provider,
        after={
            "journal": row.journal_amount,
            "provider": row.provider_amount,
            "currency": row.currency,
        },
        reason=text,
    )
