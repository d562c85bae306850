"""The saved cards and wallets of users. Their ids at the provider are encrypted."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, encryption
from community.domain.jobs import outbox
from community.domain.subscriptions.schemas import PaymentMethodView
from community.gateways.payments import SavedMethod
from community.i18n import gettext as _, noop
from community.models import PaymentMethod

_PURPOSE = "payment-method"
# The names of brands that do not only begin with a capital letter, by their codes at the providers.
_BRANDS: Final[Mapping[str, str]] = {
    "acss_debit": "ACSS Debit",
    "amazon_pay": "Amazon Pay",
    "amex": "American Express",
    "americanexpress": "American Express",
    "au_becs_debit": "BECS Direct Debit",
    "bacs_debit": "Bacs Direct Debit",
    "cartes_bancaires": "Cartes Bancaires",
    "cashapp": "Cash App Pay",
    "diners": "Diners Club",
    "dinersclub": "Diners Club",
    "discovercard": "Discover",
    "eftpos_au": "eftpos",
    "instapayment": "InstaPayment",
    "jcb": "JCB",
    "kakao_pay": "Kakao Pay",
    "naver_pay": "Naver Pay",
    "paypal": "PayPal",
    "revolut_pay": "Revolut Pay",
    "sandbox": noop("Sandbox"),
    "sbp": "SBP",
    "sepa_debit": "SEPA Direct Debit",
    "unionpay": "UnionPay",
    "us_bank_account": "ACH Direct Debit",
    "yoo_money": "YooMoney",
}


async def save_method(
    session: AsyncSession, *, user_id: int, provider: str, method: SavedMethod
) -> PaymentMethod:
    """Store what a user paid with. Return the row that exists if it is stored already."""
    rows = await session.scalars(
        select(PaymentMethod).where(
            PaymentMethod.user_id == user_id,
            PaymentMethod.provider == provider,
            col(PaymentMethod.removed_at).is_(None),
        )
    )
    for row in rows:
        if read_method(row).reference == method.reference:
            return row
    created = PaymentMethod(
        user_id=user_id,
        provider=provider,
        reference=encryption.encrypt(method.reference, purpose=_PURPOSE),
        customer=encryption.encrypt(method.customer, purpose=_PURPOSE),
        brand=method.brand[:30],
        last4=method.last4[:4],
        expires=method.expires[:7],
    )
    session.add(created)
    await session.flush()
    return created


async def find_customer(session: AsyncSession, user_id: int | None, provider: str) -> str:
    """Return the id of the user as a customer of the provider, or "" if it knows none.

    It is that of their first card, also of a removed one, so that a request which is repeated
    contains the same customer.
    """
    query = (
        select(PaymentMethod)
        .where(PaymentMethod.user_id == user_id, PaymentMethod.provider == provider)
        .order_by(col(PaymentMethod.id))
        .limit(1)
    )
    row = await session.scalar(query)
    return read_method(row).customer if row else ""


def remove_method(session: AsyncSession, row: PaymentMethod) -> None:
    """Mark a method as removed, and let a job forget it at the provider after the commit."""
    row.removed_at = clock.now()
    enqueue_detachment(session, row)


def enqueue_detachment(
    session: AsyncSession, row: PaymentMethod, *, is_erased: bool = False
) -> None:
    # The row can be erased before the job runs. The ids are encrypted.
    outbox.enqueue(
        session,
        "detach_payment_method",
        provider=row.provider,
        reference=row.reference,
        customer=row.customer,
        is_erased=is_erased,
    )


def decrypt_method(reference: str, customer: str) -> SavedMethod:
    return SavedMethod(
        reference=encryption.decrypt(reference, purpose=_PURPOSE),
        customer=encryption.decrypt(customer, purpose=_PURPOSE),
    )


def read_method(row: PaymentMethod) -> SavedMethod:
    return SavedMethod(
        reference=encryption.decrypt(row.reference, purpose=_PURPOSE),
        customer=encryption.decrypt(row.customer, purpose=_PURPOSE),
        brand=row.brand,
        last4=row.last4,
        expires=row.expires,
    )


def describe_method(method: PaymentMethodView) -> str:
    """Return the brand as people write it, and the last digits, for example "Visa •••• 4242"."""
    known = _BRANDS.get(method.brand)
    brand = _(known) if known else method.brand.replace("_", " ").capitalize()
    return f"{brand} •••• {method.last4}"
