"""Tests that each subscription is renewed exactly once if processes are killed meanwhile.

`RENEWAL_CRASHES=100` runs more rounds in which a process is killed after some of the renewals.
"""

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from sqlmodel import col, func, select, update

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.models import Mail, Payment, SandboxPayment, UserSubscription
from community.wiring import wire
from community.workflows import payments as payment_workflow
from tests import factories
from tests.cast import Cast
from tests.databases import ROOT
from tests.resilience.renewal_workers import POINTS
from tests.workflows.payments.buyers import (
    buy,
    count_money_at_sandbox,
    list_movements,
    list_subscriptions,
    sell,
)

ROUNDS = int(os.environ.get("RENEWAL_CRASHES", "1"))
SUBSCRIBER_COUNT = 6
PRICE = 500
TIMEOUT_SECONDS = 120.0


class Workers:
    """The processes that `renewal_workers.py` starts."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def start(self, point: str = "none") -> int:
        """Start a process, and return its id after it has reached the point."""
        await self._send(f"start {point}")
        pid = int((await self.read("started"))[0])
        if point != "none":
            await self.read("reached")
        return pid

    async def wait(self) -> dict[int, int]:
        """Wait until all processes have ended, and return their exit codes."""
        await self._send("wait")
        codes: dict[int, int] = {}
        while (line := await self._read_line())[0] != "done":
            codes[int(line[1])] = int(line[2])
        return codes

    async def read(self, name: str) -> list[str]:
        found, *values = await self._read_line()
        assert found == name
        return values

    async def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n".encode())
        await self._process.stdin.drain()

    async def _read_line(self) -> list[str]:
        assert self._process.stdout is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return (await self._process.stdout.readline()).decode().split()


@asynccontextmanager
async def open_workers(folder: Path) -> AsyncIterator[Workers]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.resilience.renewal_workers"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)},
    )
    try:
        workers = Workers(process)
        await workers.read("ready")
        yield workers
    finally:
        process.kill()
        await process.wait()


async def subscribe(cast: Cast) -> None:
    plan = await sell(cast.olga, price=PRICE)
    for number in range(SUBSCRIBER_COUNT):
        await buy(await factories.user(f"subscriber-{number}"), plan)


async def make_due() -> None:
    """Let the periods of all subscriptions end in some hours, so that they are renewed now."""
    now = clock.now()
    async with unit_of_work() as session:
        await session.execute(
            update(UserSubscription).values(
                next_charge_at=now - timedelta(minutes=1),
                anchor_at=now - timedelta(days=31),
                anchor_period=col(UserSubscription.period_number),
                access_until=now + timedelta(hours=20),
            )
        )


async def wait_until_payments_began(count: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await count_payments() < count:  # noqa: ASYNC110 - another process cannot set an event
            await asyncio.sleep(0.002)


async def count_payments() -> int:
    async with read_session() as session:
        return (await session.execute(select(func.count(col(Payment.id))))).scalar_one()


async def check_renewed(periods: int) -> None:
    """Each subscription is in the period with this number, and each period was paid once."""
    rows = await list_subscriptions()
    assert {(row.status, row.period_number) for row in rows} == {("active", periods)}
    async with read_session() as session:
        payments = await session.scalars(select(Payment))
        paid = Counter((row.subscription_id, row.period_number, row.status) for row in payments)
        assert paid == {
            (row.id, number, "succeeded"): 1 for row in rows for number in range(1, periods + 1)
        }
        receipts = Counter(
            await session.scalars(select(Mail.recipient).where(Mail.kind == "payment"))
        )
        assert set(receipts.values()) == {periods}
        assert len(receipts) == len(rows)
        charges = (await session.scalars(select(SandboxPayment.status))).all()
        assert charges == ["succeeded"] * len(rows) * periods
    assert await count_money_at_sandbox() == PRICE * len(rows) * periods
    assert len(await list_movements()) == len(rows) * periods
    assert await payment_workflow.reconcile_payments() == []


async def test_each_subscription_is_renewed_once_although_processes_are_killed(
    cast: Cast, site: Path
) -> None:
    wire()
    await subscribe(cast)
    await make_due()
    async with open_workers(site) as workers:
        stopped = [await workers.start(point) for point in POINTS]
        for _ in range(2):
            await workers.start()
        for pid in stopped:
            if POINTS[stopped.index(pid)] != "before_commit":  # this one has killed itself
                os.kill(pid, signal.SIGKILL)
        codes = await workers.wait()
        assert {pid: codes.pop(pid) for pid in stopped} == dict.fromkeys(stopped, -signal.SIGKILL)
        assert set(codes.values()) == {0}
        await check_renewed(periods=2)
        for number in range(ROUNDS):
            await kill_between_renewals(workers, periods=number + 2)
            await check_renewed(periods=number + 3)


async def kill_between_renewals(workers: Workers, *, periods: int) -> None:
    """Let two processes renew the subscriptions, and kill one after some of the renewals."""
    await make_due()
    killed, _other = await workers.start(), await workers.start()
    some = random.randint(0, SUBSCRIBER_COUNT)
    await wait_until_payments_began(SUBSCRIBER_COUNT * periods + some)
    os.kill(killed, signal.SIGKILL)
    codes = await workers.wait()
    assert codes.pop(killed) in {0, -signal.SIGKILL}
    assert set(codes.values()) == {0}
