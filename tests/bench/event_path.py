"""Count the files that run for one event of a page, and measure its processor time.

The command opens tabs on a small site, in one process and without a network: the messages pass the
same socket, event processor and State classes as those of browsers. For each act it prints:

- the files below `community/` of which at least one line runs, from the message of the browser
  until all tabs have what changed and the background tasks have ended, and how many of them run
  before the first line of the event handler. The act has run just before, so that what a process
  prepares once (such as the models of arguments) is there, and the session is in the cache;
- how many run before the handler if the session must be loaded;
- the processor time of the act, without tracing.

The banned user has no open tab, because a page that loads again is an event of its own.

Run `python -m tests.bench.event_path`, with `--list` for the names of the files and functions.
"""

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from reflex_base.utils.format import format_event_handler

os.environ.update({"ENVIRONMENT": "test", "__REFLEX_SKIP_COMPILE": "true"})

from community import authentication, urls
from community.admin.users.person_state import PersonState
from community.community import app
from community.core import rate_limits
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.settings import settings
from community.state.pages.comments.comments import CommentsState
from community.state.pages.profile import ProfileState
from tests import databases, factories
from tests.cast import Cast, create_cast
from tests.fake_socket import FakeSocket, open_socket
from tests.file_trace import FileTrace, trace_files
from tests.page_client import NAMESPACE, ROOT_STATE

# Fewer events than each limit allows, after which the hits are forgotten.
EVENTS_PER_BATCH = 20

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Act:
    """An event of a page, and the event that undoes it, if any."""

    name: str
    tab: FakeSocket
    path: str
    handler: Any
    build_arguments: Callable[[], Arguments]
    undo: tuple[Any, Arguments] | None = None

    async def run(self) -> None:
        await send(self.tab, self.path, self.handler, self.build_arguments())

    async def run_undo(self) -> None:
        if self.undo is not None:
            await send(self.tab, self.path, *self.undo)


async def send(tab: FakeSocket, path: str, handler: Any, payload: Arguments) -> None:
    """Send an event, and wait until all tabs have what changed."""
    router = {"pathname": path, "asPath": path, "query": {}}
    name = handler if isinstance(handler, str) else format_event_handler(handler)
    event = {"name": name, "payload": payload, "router_data": router, "token": tab.token}
    tab.send_text(f"42{NAMESPACE},{json.dumps(['event', event])}")
    tab.send_text(f'42{NAMESPACE},["ping"]')
    await tab.wait_for_message(f'42{NAMESPACE},["ping"')
    await wait_until_idle()


async def wait_until_idle() -> None:
    await database.wait_for_pushes()
    while futures := list(app.event_processor._futures.values()):
        await asyncio.gather(*(future.wait_all() for future in futures), return_exceptions=True)
        await database.wait_for_pushes()


@asynccontextmanager
async def open_tab(actor: Actor, path: str) -> AsyncIterator[FakeSocket]:
    """Open the page at `path` in a new tab of a user until the `with` block ends."""
    token = await factories.session_token(actor, is_confirmed=True)
    async with open_socket(f"session={token}", {"nothing": 1}) as tab:
        await tab.wait_for_message(f"40{NAMESPACE}")
        await send(tab, path, f"{ROOT_STATE}.hydrate_and_load", {})
        yield tab


@asynccontextmanager
async def open_acts(cast: Cast) -> AsyncIterator[list[Act]]:
    """Open the tabs of the acts, and of users whose pages change, until the `with` block ends."""
    post = await factories.post(cast.alice)
    discussion, profile = urls.post(post.id, post.slug), urls.profile(cast.alice.slug)
    person = urls.admin_record("users", cast.charlie.id)
    async with AsyncExitStack() as stack:

        async def open_page(actor: Actor, path: str) -> FakeSocket:
            return await stack.enter_async_context(open_tab(actor, path))

        reader, follower = [await open_page(cast.bob, path) for path in (discussion, profile)]
        administrator = await open_page(cast.olga, person)
        await open_page(cast.alice, discussion)
        yield [
            Act(
                "follow",
                follower,
                profile,
                ProfileState.follow,
                lambda: {"user_id": cast.alice.id, "enabled": True},
                undo=(ProfileState.follow, {"user_id": cast.alice.id, "enabled": False}),
            ),
            Act(
                "ban",
                administrator,
                person,
                PersonState.ban,
                lambda: {"message": {"reason": "Advertising", "days": 7}},
                undo=(PersonState.lift_ban, {"message": {"reason": ""}}),
            ),
            Act(
                "reply",
                reader,
                discussion,
                CommentsState.submit_reply,
                lambda: {"post_id": post.id, "parent_id": 0, "message": build_message()},
            ),
        ]


def build_message() -> Arguments:
    return {"text": "The *crumb* was open.", "media": [], "client_id": uuid4().hex}


async def trace_act(act: Act, *, is_session_cached: bool) -> FileTrace:
    """Return what runs for an act that has just run before."""
    authentication.clear_cache()
    await act.run()
    await act.run_undo()
    if not is_session_cached:
        authentication.clear_cache()
    with trace_files(act.handler) as trace:
        await act.run()
    await act.run_undo()
    if not trace.before_handler:
        raise RuntimeError(f"The handler of the act {act.name} was not called.")
    return trace


async def measure_processor_time(act: Act, events: int) -> list[float]:
    """Return the milliseconds of processor time of each of several runs of an act."""
    milliseconds = []
    for number in range(events):
        if number % EVENTS_PER_BATCH == 0:
            rate_limits.get_window.cache_clear()
        started_at = time.process_time()
        await act.run()
        milliseconds.append((time.process_time() - started_at) * 1_000)
        await act.run_undo()
    return milliseconds


def create_database(folder: str) -> None:
    url = f"sqlite+aiosqlite:///{folder}/community.db"
    databases.migrate(url)
    os.environ.update(DATABASE_URL=url, DATA_DIR=folder)
    settings.cache_clear()


@asynccontextmanager
async def run_app() -> AsyncIterator[list[Act]]:
    """Run the app, and open the tabs of the acts until the `with` block ends."""
    async with app._setup_event_processor():
        with app.set_contexts():
            async with open_acts(await create_cast()) as acts:
                yield acts
            await wait_until_idle()
    await database.close()


async def run(*, events: int, shows_files: bool) -> None:
    async with run_app() as acts:
        for act in acts:
            trace = await trace_act(act, is_session_cached=True)
            loading = await trace_act(act, is_session_cached=False)
            times = sorted(await measure_processor_time(act, events))
            print(
                f"{act.name}: {len(trace.functions)} files, {len(trace.before_handler)} before the "
                f"handler ({len(loading.before_handler)} with the loading of the session); "
                f"processor time of {events} events: median {statistics.median(times):.2f} ms, "
                f"p25 {times[events // 4]:.2f} ms"
            )
            if shows_files:
                print_files(trace)


def print_files(trace: FileTrace) -> None:
    for number, (file, functions) in enumerate(trace.functions.items(), 1):
        mark = "*" if file in trace.before_handler else " "
        print(f"{number:4} {mark} {file}: {', '.join(functions)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.event_path",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="print the files and functions")
    parser.add_argument("--events", type=int, default=300, help="how many events are measured")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        create_database(folder)
        asyncio.run(run(events=arguments.events, shows_files=arguments.list))


if __name__ == "__main__":
    main()
