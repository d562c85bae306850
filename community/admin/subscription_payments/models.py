"""What the section shows of payments, as text in the language of the site."""

from collections.abc import Sequence
from typing import Final

from community import urls
from community.core.money import format_amount
from community.core.read_models import ReadModel
from community.domain.subscriptions import PROVIDERS, Balance, PaymentRecord
from community.domain.subscriptions.invoices import InvoiceSummary, describe_document
from community.i18n import gettext as _
from community.i18n import noop

_MOVEMENT_KINDS: Final = {
    "charge": noop("Charge"),
    "refund": noop("Refund"),
    "dispute": noop("Dispute"),
    "dispute_won": noop("Dispute won"),
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


class PaymentTexts(ReadModel):
    """The amounts of the payment in the side sheet. Empty if they are zero."""

    amount: str = ""
    credit: str = ""
    vat: str = ""
    refunded: str = ""
    movements: list[MovementRow] = []
    documents: list[DocumentRow] = []


def build_balances(balances: Sequence[Balance]) -> list[BalanceFigure]:
    return [
        BalanceFigure(
            provider=_(PROVIDERS.get(balance.provider, balance.provider)),
            amount=format_amount(balance.amount, balance.currency),
        )
        for balance in balances
    ]


def build_texts(record: PaymentRecord) -> PaymentTexts:
    def format_nonzero(amount: int) -> str:
        return format_amount(amount, record.currency) if amount else ""

    return PaymentTexts(
        amount=format_amount(record.amount, record.currency),
        credit=format_nonzero(record.credit),
        vat=format_nonzero(record.vat),
        refunded=format_nonzero(record.refunded),
        documents=[_build_document(document) for document in record.documents],
        movements=[
            MovementRow(
                id=movement.id,
                label=_(_MOVEMENT_KINDS[movement.kind]),
                amount=format_amount(movement.amount, movement.currency),
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
        amount=format_amount(document.gross, document.currency),
        at=document.model_dump(mode="json")["issued_at"],
    )
