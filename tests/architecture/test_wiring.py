"""Tests that every domain event has listeners, or is listed with the reason why it has none.

Another test checks that changes which the audit log records reach the tables of the Admin Panel.
"""

import importlib

from community.admin.tables import STATES_BY_TABLE
from community.core.events import DomainEvent
from community.wiring.consequences import CONSEQUENCES
from community.wiring.messages_of_events import TABLES_OF_TARGETS
from tests.architecture.sources import ROOT

_MEMBERS_COUNT = "Open pages may show an outdated number of members."
UNWIRED_EVENTS = {
    "SignedIn": "The settings page loads the list of devices when it opens.",
    "IdentityConnected": "The settings page loads the list of services when it opens.",
    "IdentityDisconnected": "The settings page loads the list of services when it opens.",
    "TokenCreated": "The response to the request contains the new token.",
    "CommunityJoined": _MEMBERS_COUNT,
}


def test_every_event_is_wired_or_listed_as_unwired() -> None:
    wired = {consequences.event_type.__name__ for consequences in CONSEQUENCES}
    assert _list_event_names() - wired == UNWIRED_EVENTS.keys()


def test_every_event_is_in_the_table_once() -> None:
    event_types = [consequences.event_type for consequences in CONSEQUENCES]
    assert len(set(event_types)) == len(event_types)


def test_the_tables_that_audit_entries_reload_exist() -> None:
    assert {table.code for table in TABLES_OF_TARGETS.values()} <= STATES_BY_TABLE.keys()


def _list_event_names() -> set[str]:
    modules = [
        importlib.import_module(f"community.domain.{file.parent.name}.events")
        for file in (ROOT / "community/domain").glob("*/events.py")
    ]
    return {
        name
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, DomainEvent) and value is not DomainEvent
    }
