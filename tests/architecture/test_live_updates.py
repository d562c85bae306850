"""Tests of the tables of live updates, which the composition root passes to the message hub."""

import os
import subprocess
import sys

from community.admin import live_updates as admin_updates
from community.pages import live_updates as page_updates
from community.realtime import messages
from community.realtime.messages import Message
from tests.architecture.sources import ROOT

_CACHED_PAGES = "It removes cached pages. Open pages show the change when they load again."
# Message types that no row lists, by the reason.
WITHOUT_UPDATE = {
    "PostChanged": _CACHED_PAGES,
    "PostRemovedFromFeeds": _CACHED_PAGES,
    "PostPinChanged": _CACHED_PAGES,
    "CommunityChanged": _CACHED_PAGES,
    "SidebarChanged": _CACHED_PAGES,
    "Resync": "`live_updates.start` reloads all pages after it.",
}

# The modules that start programs, and the composition root.
STARTING = ("community.cli.__main__", "community.community")
PRINT_REGISTRATIONS = f"""
import importlib, pkgutil, community
for module in pkgutil.walk_packages(community.__path__, "community."):
    if module.name not in {STARTING}:
        importlib.import_module(module.name)
from community.core import events
from community.realtime import hub
from community.state.runtime import live_updates, open_tabs, policy
registries = hub._listeners, events._listeners, events._commit_callbacks, live_updates._updates
print(*registries, open_tabs._apps, policy._dialogs)
"""


def test_every_message_has_a_row_or_a_reason() -> None:
    # By name, because `dataclass(slots=True)` leaves a second class with the same name. Other tests
    # define messages too.
    names = {
        message_type.__name__
        for message_type in Message.__subclasses__()
        if message_type.__module__ == messages.__name__
    }
    updates = page_updates.UPDATES + admin_updates.UPDATES
    without = names - {update.message_type.__name__ for update in updates}
    assert without == WITHOUT_UPDATE.keys()


def test_every_message_is_in_each_table_once() -> None:
    for updates in (page_updates.UPDATES, admin_updates.UPDATES):
        message_types = [update.message_type for update in updates]
        assert len(set(message_types)) == len(message_types)


def test_the_tables_reload_different_parts_of_pages() -> None:
    assert not page_updates.PAGE_PARTS.keys() & admin_updates.PAGE_PARTS.keys()


def test_importing_modules_registers_nothing() -> None:
    """Only the composition root decides what follows from events and messages, in which order."""
    output = subprocess.run(
        [sys.executable, "-c", PRINT_REGISTRATIONS],
        cwd=ROOT,
        env=os.environ | {"__REFLEX_SKIP_COMPILE": "true"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.strip() == "[] {} [] {} [] []"
