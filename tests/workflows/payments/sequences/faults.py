"""The sandbox with faults: processes stop, answers are lost, and payments cannot be canceled."""

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Literal

import pytest

from community.core import clock
from community.gateways.payments import ProviderPayment, ProviderUnavailable
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.workflows.payments import gateways

# The process stops before or after the provider has acted, or the answer of the provider is lost.
FaultKind = Literal["", "stop_before", "stop_after", "no_answer_before", "no_answer_after"]
# As at YooKassa, the buyer can still pay for a while after the site has ended the payment.
PAYABLE = timedelta(minutes=65)


class ProcessStopped(BaseException):
    """The process was killed between two transactions."""


@dataclass
class Fault:
    """What goes wrong in a step.

    Attributes:
        working_calls: How many calls of the provider succeed before the fault.
        can_cancel: Whether the provider can cancel a payment that the buyer has not paid.
    """

    kind: FaultKind = ""
    working_calls: int = 0
    can_cancel: bool = True

    def take(self) -> FaultKind:
        """Return what goes wrong with the next call."""
        if self.working_calls > 0:
            self.working_calls -= 1
            return ""
        return self.kind


_fault: ContextVar[Fault] = ContextVar("fault", default=Fault())  # noqa: B039 - never changed


@contextmanager
def use_fault(fault: Fault) -> Iterator[None]:
    token = _fault.set(fault)
    try:
        yield
    finally:
        _fault.reset(token)


class UnreliableSandbox(SandboxGateway):
    """The sandbox, with the faults of the step that runs."""

    async def create_payment(self, *values: Any) -> ProviderPayment:
        return await _call(super().create_payment(*values))

    async def fetch_payment(self, *values: Any) -> ProviderPayment:
        return await _call(super().fetch_payment(*values))

    async def cancel_payment(self, *values: Any) -> ProviderPayment:
        if _fault.get().can_cancel:
            return await _call(super().cancel_payment(*values))
        found = await _call(super().fetch_payment(*values))
        if found.status != "requires_action":
            return found
        until = clock.now() + PAYABLE
        return replace(found, status="canceled", next_step=None, payable_until=until)

    async def refund(self, *values: Any, **options: Any) -> ProviderPayment:
        return await _call(super().refund(*values, **options))


async def _call(request: Awaitable[ProviderPayment]) -> ProviderPayment:
    fault = _fault.get().take()
    if fault.endswith("before"):
        request.close()  # type: ignore[attr-defined]
        _raise(fault)
    answer = await request
    if fault:
        _raise(fault)
    return answer


def _raise(fault: FaultKind) -> None:
    raise ProcessStopped if fault.startswith("stop") else ProviderUnavailable("timeout")


@contextmanager
def use_unreliable_sandbox() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gateways, "SandboxGateway", UnreliableSandbox)
        yield
