"""Tests that every event handler copes with an event that is sent while another page is open."""

from collections import defaultdict
from collections.abc import AsyncIterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID, uuid4

import pytest
import pytest_asyncio
from pydantic import AwareDatetime, BaseModel
from reflex_base.registry import RegistrationContext

from community.community import app
from community.core import rate_limits
from community.core.actor import GUEST
from community.core.db import sessions, sqlite_driver
from community.state.runtime import policy
from community.state.runtime.policy import find_policy
from tests import factories
from tests.cast import create_cast
from tests.shared_site import open_site, roll_back_transactions
from tests.state.tabs import Tab, run_socket_server

PATHS = ("/", "", "/c/x/edit", "/p/999/nothing", "/profile/x", "//[", "/%zz")


def list_handler_names() -> dict[str, list[str]]:
    """Return the full names of the handlers of each State class, by the name of the class."""
    names = defaultdict(list)
    with app.set_contexts():
        for name, registered in RegistrationContext.get().event_handlers.items():
            if registered.handler.fn.__module__.startswith("community."):
                names[name.rpartition(".")[0].rpartition("____")[2]].append(name)
    return names


def build_payload(name: str) -> dict[str, Any]:
    with app.set_contexts():
        function = RegistrationContext.get().event_handlers[name].handler.fn
    model: type[BaseModel] = policy.build_arguments_model(function)
    return {field: sample(info.annotation) for field, info in model.model_fields.items()}


def sample(annotation: Any) -> Any:
    """Return a typical JSON value of a type."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)[0]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return next(iter(annotation)).value
    if annotation is UUID:
        return str(uuid4())
    origin = get_origin(annotation) or annotation
    if origin in (Annotated, Union, UnionType):
        return sample(get_args(annotation)[0])
    values = {bool: True, int: 1, str: "x", list: [1], dict: {"text": "x"}}
    return {**values, AwareDatetime: "2026-01-01T00:00:00Z"}[origin]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tabs(
    migrated_database: str | Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[Tab]]:
    """Yield a tab of a guest and a tab of a user. From then on, no event changes the database."""
    with (
        open_site(migrated_database, tmp_path_factory.mktemp("tabs")),
        sqlite_driver.run_in_event_loop(),
    ):
        cast = await create_cast()
        await factories.post(cast.alice)
        async with run_socket_server() as server:
            tabs = [await server.open(user) for user in (GUEST, cast.bob)]
            with roll_back_transactions():
                yield tabs
        await sessions.close()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("names", list_handler_names().values(), ids=list_handler_names())
async def test_no_handler_raises_an_unhandled_exception(names: list[str], tabs: list[Tab]) -> None:
    guest, member = tabs
    for name in names:
        payload = build_payload(name)
        with app.set_contexts():
            policy = find_policy(name)
        # Only the policy of a handler that is not public runs for a guest, on any path.
        guest_paths = PATHS if policy and policy.name == "public" else PATHS[:1]
        for tab, paths in ((guest, guest_paths), (member, PATHS)):
            rate_limits.get_window.cache_clear()
            for tab.path in paths:
                try:
                    await tab.send_by_name(name, dict(payload))
                except Exception as error:
                    error.add_note(f"{name} on {tab.path!r}")
                    raise
