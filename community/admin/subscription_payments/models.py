"""What the section shows of payments, as text in the language of the site."""

from collections.abc import Sequence
from typing import Final

from community import urls
from community.admin.blocks.table.values import Badge
from community.admin.subscription_payments.table import PROVIDERS
from community.core import clock, money
from community.core.read_models import ReadModel
from community.domain.subscriptions import Balance, PaymentRecord
from community.domain.subscriptions.administration.schemas import DisputeView, RefundView
from community.domain.subscriptions.invoices import InvoiceSummary, describe_document
from community.domain.subscriptions.payments.refunds import REFUND_REASONS
from community.i18n import gettext as _, noop

MOVEMENT_KINDS: Final = {
    "charge": noop("Charge"),
    "refund": noop("Refund"),
    "refund_failed": noop("Refund failed"),
    "dispute": noop("Dispute"),
    "dispute_won": noop("Dispute won"),
}


REFUND_STATUSES: Final = {
    "created": Badge(noop("Being sent"), "accent"),
    "pending": Badge(noop("On its way"), "accent"),
    "succeeded": Badge(noop("Returned"), "success"),
    "failed": Badge(noop("Failed"), "danger"),
}
DISPUTE_STATUSES: Final = {
    "needs_response": Badge(noop("Needs an answer"), "danger"),
    "under_review": Badge(noop("Under review"), "accent"),
    "won": Badge(noop("Won"), "success"),
    "lost": Badge(noop("Lost"), "danger"),
    "closed": Badge(noop("Closed")),
}
# The codes of Stripe and the sandbox. Others are shown as they are.
_DISPUTE_REASONS: Final = {
    "bank_cannot_process": noop("The bank could not process the payment"),
    "credit_not_processed": noop("A promised refund was not made"),
    "customer_initiated": noop("Begun by the buyer"),
    "debit_not_authorized": noop("The debit was not authorized"),
    "duplicate": noop("Charged twice"),
    "fraudulent": noop("The cardholder did not make the payment"),
    "general": noop("No reason given"),
    "incorrect_account_details": noop("Wrong account details"),
    "insufficient_funds": noop("Not enough money in the account"),
    "product_not_received": noop("Not received"),
    "product_unacceptable": noop("Not as described"),
    "subscription_canceled": noop("The subscription was canceled before"),
    "unrecognized": noop("The cardholder does not recognize the payment"),
}


class BalanceFigure(ReadModel):
    provider: str
    amount: str


class MovementRow(ReadModel):
    """An entry of the journal. `at` is the time in ISO format."""

    id: int
    label: str
    amount: str
    reference: str
    at: str


class DocumentRow(ReadModel):
    """An invoice or credit note. `at` is the time in ISO format."""

    id: int
    title: str
    url: str
    amount: str
    at: str


class RefundRow(ReadModel):
    """A refund by an administrator. `at` is the time in ISO format."""

    id: str
    amount: str
    status: str
    reason: str
    note: str
    failure: str
    at: str


class DisputeRow(ReadModel):
    """A dispute. `opened_at` and `due_by` are times in ISO format, or "" without a deadline."""

    id: int
    status: str
    reason: str
    amount: str
    due_by: str
    opened_at: str
    url: str


class PaymentTexts(ReadModel):
    """The amounts of the payment in the side sheet. Empty if they are zero."""

    amount: str = ""
    currency: str = ""
    credit: str = ""
    vat: str = ""
    refunded: str = ""
    refundable: str = ""  # what can still be returned
    refundable_input: str = ""  # the same, as the dialog suggests it
    refunds: list[RefundRow] = []
    disputes: list[DisputeRow] = []
    movements: list[MovementRow] = []
    documents: list[DocumentRow] = []


def build_balances(balances: Sequence[Balance]) -> list[BalanceFigure]:
    return [
        BalanceFigure(
            provider=_(PROVIDERS.get(balance.provider, balance.provider)),
            amount=money.format_amount(balance.amount, balance.currency),
        )
        for balance in balances
    ]


def build_texts(record: PaymentRecord) -> PaymentTexts:
    def format_nonzero(amount: int) -> str:
        return money.format_amount(amount, record.currency) if amount else ""

    return PaymentTexts(
        amount=money.format_amount(record.amount, record.currency),
        credit=format_nonzero(record.credit),
        vat=format_nonzero(record.vat),
        documents=[_build_document(document) for document in record.documents],
        currency=record.currency,
        refunded=format_nonzero(record.refunded),
        refundable=format_nonzero(record.refundable),
        refundable_input=str(money.to_decimal(record.refundable, record.currency)),
        refunds=[_build_refund(refund, record.currency) for refund in reversed(record.refunds)],
        disputes=[_build_dispute(dispute) for dispute in reversed(record.disputes)],
        movements=[
            MovementRow(
                id=movement.id,
                label=_(MOVEMENT_KINDS[movement.kind]),
                amount=money.format_amount(movement.amount, movement.currency),
                reference=movement.reference,
                at=movement.model_dump(mode="json")["created_at"],
            )
            for movement in record.movements
        ],
    )


def _build_document(document: InvoiceSummary) -> DocumentRow:
    return DocumentRow(
        id=document.id,
        title=describe_document(document),
        url=urls.invoice_document(document.id),
        amount=money.format_amount(document.gross, document.currency),
        at=document.model_dump(mode="json")["issued_at"],
    )


def _build_refund(refund: RefundView, currency: str) -> RefundRow:
    return RefundRow(
        id=str(refund.id),
        amount=money.format_amount(refund.amount, currency),
        status=refund.status,
        reason=_(REFUND_REASONS[refund.reason]),
        note=refund.note,
        failure=refund.failure,
        at=refund.model_dump(mode="json")["created_at"],
    )


def _build_dispute(dispute: DisputeView) -> DisputeRow:
    return DisputeRow(
        id=dispute.id,
        status=dispute.status,
        reason=_(_DISPUTE_REASONS.get(dispute.reason, dispute.reason)),
        amount=money.format_amount(dispute.amount, dispute.currency),
        due_by=clock.format_iso(dispute.due_by) if dispute.due_by else "",
        opened_at=dispute.model_dump(mode="json")["opened_at"],
        url=dispute.url,
    )
