"""How the sandbox saves a card without a payment."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, ids
from community.core.db.sessions import unit_of_work
from community.core.db.statements import insert
from community.gateways.payments.errors import PaymentProviderError
from community.gateways.payments.gateway import MethodSetup, NextStep, ProviderSetup
from community.gateways.payments.sandbox.cards import CARDS, STATUSES, to_method
from community.models import SandboxSetup


async def create_setup(setup: MethodSetup) -> ProviderSetup:
    """Begin to save a card, or return what an earlier call with the same id has begun."""
    key = str(setup.setup_id)
    async with unit_of_work() as session:
        await session.execute(
            insert(session, SandboxSetup)
            .values(
                id=f"setup_{ids.new_token()[:24]}",
                setup_id=key,
                card="",
                status="requires_payment",
                failure="",
                created_at=clock.now(),
            )
            .on_conflict_do_nothing()
        )
        rows = await session.scalars(select(SandboxSetup).where(SandboxSetup.setup_id == key))
        return _to_setup(rows.one())


async def find_setup(reference: str) -> ProviderSetup:
    async with unit_of_work() as session:
        return _to_setup(await _lock(session, reference))


async def enter_card(reference: str, card_code: str) -> ProviderSetup:
    """Let the user enter one of the cards of the sandbox.

    Raise `PaymentProviderError` if there is no such card, or a card was entered before.
    """
    card = CARDS.get(card_code)
    async with unit_of_work() as session:
        row = await _lock(session, reference)
        if card is None or row.status != "requires_payment":
            raise PaymentProviderError("not_payable")
        row.card = card.code
        if card.failure:
            row.status, row.failure = "failed", card.failure
        else:
            row.status = "requires_action" if card.needs_action else "succeeded"
        return _to_setup(row)


async def confirm_card(reference: str, *, accepts: bool) -> ProviderSetup:
    """Let the user answer the question of their bank.

    Raise `PaymentProviderError` if the bank has not asked.
    """
    async with unit_of_work() as session:
        row = await _lock(session, reference)
        if row.status != "requires_action":
            raise PaymentProviderError("not_confirmable")
        row.status = "succeeded" if accepts else "failed"
        row.failure = "" if accepts else "authentication_failed"
        return _to_setup(row)


async def _lock(session: AsyncSession, reference: str) -> SandboxSetup:
    row = await session.scalar(
        select(SandboxSetup).where(SandboxSetup.id == reference).with_for_update()
    )
    if row is None:
        raise PaymentProviderError("unknown_setup")
    return row


def _to_setup(row: SandboxSetup) -> ProviderSetup:
    status = STATUSES[row.status]
    step = NextStep("sandbox", {"reference": row.id, "status": row.status})
    return ProviderSetup(
        reference=row.id,
        status=status,
        setup_id=ids.parse_uuid(row.setup_id),
        failure=row.failure,
        method=to_method(row.card) if status == "succeeded" else None,
        next_step=step if status == "requires_action" else None,
    )
