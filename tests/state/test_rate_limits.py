"""Tests of which failed events count against a rate limit."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
import reflex as rx

from community.core import rate_limits
from community.core.actor import Actor
from community.core.errors import DomainError, Invalid, Unavailable
from community.reflex_adapter.events import BaseState
from community.state.pages import confirmation
from community.state.runtime import policy, request_context

ALICE = Actor(user_id=1)


@pytest.fixture(autouse=True)
def clear_rate_limits(site: object) -> Iterator[None]:
    rate_limits.get_window.cache_clear()
    yield
    rate_limits.get_window.cache_clear()


async def count_hits_after(
    error: Exception, monkeypatch: pytest.MonkeyPatch, *, begins_work: bool = False
) -> int:
    """Run an event whose handler raises `error`, and return how many hits are counted."""

    async def ignore_error(_: BaseState, __: DomainError) -> None:
        return None

    async def fail(_: rx.State) -> None:
        if begins_work:
            rate_limits.begin_work()
        raise error

    dialogs = policy.ErrorDialogs(ignore_error, confirmation.ask_for_confirmation)
    monkeypatch.setattr(policy, "_dialogs", [dialogs])
    request_context.set_request(ALICE, "tab")
    key = rate_limits.get_actor_key(ALICE)
    request_context.set_rate_limit_result(await rate_limits.count_hit("writes", key))
    with suppress(type(error)):
        await policy.signed_in(limit="writes")(fail)(rx.State)  # type: ignore[arg-type]
    current = await rate_limits.get_current_result("writes", key)
    return current.limit - current.remaining


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError("no database"), Unavailable("Busy.", retry_after=5)]
)
async def test_an_event_that_fails_before_any_work_does_not_count(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await count_hits_after(error, monkeypatch) == 0


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError("no database"), Unavailable("Busy.", retry_after=5)]
)
async def test_an_event_that_fails_after_work_has_begun_counts(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await count_hits_after(error, monkeypatch, begins_work=True) == 1


@pytest.mark.parametrize("error", [RuntimeError("a bug"), Invalid("Invalid text.")])
async def test_an_event_that_fails_for_another_reason_counts(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await count_hits_after(error, monkeypatch) == 1
