"""Reading in batches what waits for a provider."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, tuple_
from sqlmodel import col

from community.models import Payment, PaymentMethodSetup, PaymentRefund


def limit_to_batch(
    query: Select[Any],
    model: type[Payment | PaymentMethodSetup | PaymentRefund],
    *,
    before: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> Select[Any]:
    """Limit a query to the next batch, oldest first.

    Args:
        before: Rows that were created later are left out.
        after: The time and the id of the last row of the previous batch.
    """
    key = col(model.created_at), col(model.id)
    query = query.where(col(model.created_at) < before).order_by(*key).limit(limit)
    return query if after is None else query.where(tuple_(*key) > tuple_(*after))
