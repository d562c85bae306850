"""What the section shows of the comparison with the providers, as text in the site's language."""

from community.admin.subscription_payments.models import MOVEMENT_KINDS
from community.admin.subscription_payments.table import PROVIDERS
from community.core.money import format_amount
from community.core.read_models import ReadModel
from community.domain.subscriptions import reconciliation
from community.i18n import gettext as _, ngettext


class RunRow(ReadModel):
    """The last comparison with a provider. `at` is the time in ISO format."""

    provider: str
    text: str
    has_failed: bool
    at: str


class FindingRow(ReadModel):
    """A difference. `at` is the time in ISO format, and `payment_id` is "" without a payment."""

    id: int
    title: str
    amounts: str
    reference: str
    payment_id: str
    note: str
    is_explained: bool
    at: str


def build_runs(report: reconciliation.ReconciliationReport) -> list[RunRow]:
    return [
        RunRow(
            provider=_(PROVIDERS.get(run.provider, run.provider)),
            text=_describe_run(run),
            has_failed=run.failure != "" or run.unexplained > 0,
            at=run.model_dump(mode="json")["started_at"],
        )
        for run in report.runs
    ]


def build_findings(report: reconciliation.ReconciliationReport) -> list[FindingRow]:
    return [
        FindingRow(
            id=finding.id,
            title=_describe_finding(finding),
            amounts=_describe_amounts(finding),
            reference=finding.reference,
            payment_id=str(finding.payment_id or ""),
            note=finding.note,
            is_explained=finding.explained_at is not None,
            at=finding.model_dump(mode="json")["first_seen_at"],
        )
        for finding in report.findings
    ]


def _describe_run(run: reconciliation.RunView) -> str:
    if run.failure:
        return _("Not reachable")
    if run.finished_at is None:
        return _("Not finished")
    if run.unexplained:
        return ngettext("{n} difference", "{n} differences", run.unexplained)
    return _("No differences")


def _describe_finding(finding: reconciliation.FindingView) -> str:
    provider = _(PROVIDERS.get(finding.provider, finding.provider))
    if finding.kind == "unreachable":
        return _("{provider} could not be asked", provider=provider)
    if finding.kind == reconciliation.LATE_RETURN:
        return _("{provider} has not returned a late payment", provider=provider)
    kind = _(MOVEMENT_KINDS.get(finding.kind, finding.kind))
    return f"{provider} · {kind}"


def _describe_amounts(finding: reconciliation.FindingView) -> str:
    def describe(amount: int | None) -> str:
        return "–" if amount is None else format_amount(amount, finding.currency)

    if finding.kind == "unreachable" and finding.reference:
        return _("It no longer accepts the keys that were replaced.")
    if finding.kind == "unreachable":
        return _("Check the keys of the provider.")
    if finding.kind == reconciliation.LATE_RETURN:
        return _(
            "The buyer got nothing for {amount}, and all attempts to return it have failed. "
            "Return it in the dashboard of the provider.",
            amount=describe(-(finding.journal_amount or 0)),
        )
    return _(
        "In the journal: {journal}. At the provider: {provider}.",
        journal=describe(finding.journal_amount),
        provider=describe(finding.provider_amount),
    )
