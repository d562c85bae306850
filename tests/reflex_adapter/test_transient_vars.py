"""Contract tests for transient vars: Reflex must call the overridden `_clean` and `dict`.

They fail if Reflex stores the values of vars elsewhere than in `__dict__`, or no longer calls
`_clean` after it has created a delta, or no longer calls `dict` when a browser connects.
"""

from typing import Any, ClassVar, cast

import pytest
import reflex as rx
from reflex_base.event.context import EventContext

from community.community import app
from community.reflex_adapter import events
from community.reflex_adapter.transient_vars import TransientVarsState
from tests.reflex_adapter.new_states import build_delta, make_root_state


class PageState(TransientVarsState, rx.State):
    """A State class for these tests."""

    page: str = ""
    title: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"page"})


@pytest.fixture
def state() -> PageState:
    substate = make_root_state().get_substate(PageState.get_full_name().split("."))
    return cast("PageState", substate)


async def test_a_transient_var_is_sent_and_then_deleted(state: PageState) -> None:
    state.page, state.title = "a hundred comments", "Title"
    update = await events.take_update(state)
    values = {"page": "a hundred comments", "title": "Title"}
    assert update.delta == build_delta(PageState, values)
    assert "page" not in state.__dict__
    assert (state.page, state.title) == ("", "Title")


async def test_deleting_the_value_sends_nothing(state: PageState) -> None:
    state.page = "a hundred comments"
    await events.take_update(state)
    assert (await events.take_update(state)).delta == {}


def test_only_the_initial_values_contain_the_transient_vars(state: PageState) -> None:
    assert state.dict() == build_delta(PageState, {"title": ""})
    assert state.dict(initial=True) == build_delta(PageState, {"page": "", "title": ""})


async def test_a_browser_that_connects_receives_no_transient_vars(state: PageState) -> None:
    deltas: list[Any] = []

    async def collect(_tab: str, delta: Any) -> None:
        deltas.append(delta)

    handler: Any = events.find_handler(f"{rx.State.get_full_name()}.hydrate_and_load")
    unused: Any = None
    emit: Any = collect
    with (
        app.set_contexts(),
        EventContext(token="tab", state_manager=unused, enqueue_impl=unused, emit_delta_impl=emit),
    ):
        await handler(events.get_root_state(state))
    expected = build_delta(PageState, {"title": ""})
    assert {PageState.get_full_name(): deltas[0][PageState.get_full_name()]} == expected
