"""The saved cards and wallets of users. Their ids at the provider are encrypted."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import encryption
from community.models import PaymentMethod
from community.payments import SavedMethod

_PURPOSE = "payment-method"


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


def read_method(row: PaymentMethod) -> SavedMethod:
    return SavedMethod(
        reference=encryption.decrypt(row.reference, purpose=_PURPOSE),
        customer=encryption.decrypt(row.customer, purpose=_PURPOSE),
        brand=row.brand,
        last4=row.last4,
        expires=row.expires,
    )
