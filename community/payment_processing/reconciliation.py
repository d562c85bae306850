"""Compares the journal of money with what the providers know."""

from dataclasses import dataclass
from datetime import UTC, datetime

from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.domain import subscriptions
from community.payment_processing.gateways import get_gateway

_BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Difference:
    """A movement of money whose amount differs. The amounts are in minor units.

    Attributes:
        journal: The amount in the journal, or None if it is missing there.
        provider_amount: The amount at the provider, or None if it is missing there.
    """

    provider: str
    reference: str
    kind: str
    journal: int | None
    provider_amount: int | None


async def reconcile_payments(since: datetime = _BEGINNING) -> list[Difference]:
    """Return the movements that the journal and the providers do not have with the same amount.

    Raises:
        PaymentProviderError: A provider does not answer.
    """
    async with read_session() as session:
        journal = await subscriptions.journal.load_movements(session, since=since)
        # A provider can have money of which the journal has nothing.
        used = await subscriptions.journal.list_used_providers(session)
    differences: list[Difference] = []
    for provider in sorted(used | {key[0] for key in journal}):
        own = {key[1:]: amount for key, amount in journal.items() if key[0] == provider}
        differences += await _compare(provider, own, since)
    return differences


async def _compare(
    provider: str, own: dict[tuple[str, str], int], since: datetime
) -> list[Difference]:
    try:
        gateway = await get_gateway(provider)
    except NotFound:
        if not own:
            return []
        return [Difference(provider, "", "unreachable", sum(own.values()), None)]
    theirs: dict[tuple[str, str], int] = {
        (movement.kind, movement.reference): movement.amount
        async for _reference, movement in gateway.list_movements(since)
    }
    return [
        Difference(provider, key[1], key[0], own.get(key), theirs.get(key))
        for key in sorted(own.keys() | theirs.keys())
        if own.get(key) != theirs.get(key)
    ]
