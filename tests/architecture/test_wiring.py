"""Tests that every domain event has listeners, or is listed with the reason why it has none.

Another test checks that changes which the audit log records reach the tables of the Admin Panel.
"""

import ast
import importlib
import pkgutil
from collections.abc import Iterator

from community import domain
from community.admin import waiting
from community.admin.tables import STATES_BY_TABLE
from community.core.events import DomainEvent
from community.wiring.event_listeners import EVENT_LISTENERS
from community.wiring.event_messages import TABLES_OF_TARGETS, WAITING_TARGETS
from tests.architecture.sources import get_relative_path, list_python_files

_MEMBERS_COUNT = "Open pages may show an outdated number of members."
UNWIRED_EVENTS = {
    "SignedIn": "The settings page loads the list of devices when it opens.",
    "IdentityConnected": "The settings page loads the list of services when it opens.",
    "IdentityDisconnected": "The settings page loads the list of services when it opens.",
    "TokenCreated": "The response to the request contains the new token.",
    "CommunityJoined": _MEMBERS_COUNT,
    "JobEnqueued": "The dispatcher of jobs, which not every process has, registers what follows.",
}


# The modules whose import changes something outside of them.
MODULES_WITH_EFFECTS = {
    "community/community.py": "It is the composition root.",
    "community/cli/__main__.py": "It is a program.",
    "community/cli/app.py": "It lists the commands.",
    "community/api/routes/admin/settings.py": "Its router gets routes for each section.",
    "community/core/db/columns.py": "It names the constraints of all tables.",
    "community/core/logs.py": "It loads structlog without the packages for tracebacks.",
    "community/gateways/media_conversion/validation.py": "It limits images in its own process.",
    "community/models/__init__.py": "One table reads a column from those of another subject.",
    "community/reflex_adapter/events.py": "It loads Socket.IO without its client.",
}


def test_modules_register_nothing_when_they_are_imported() -> None:
    found = {
        get_relative_path(file)
        for file in list_python_files("community")
        if any(_has_effect(statement) for statement in ast.parse(file.read_text("utf-8")).body)
    }
    assert found == MODULES_WITH_EFFECTS.keys()


def test_every_event_is_wired_or_listed_as_unwired() -> None:
    wired = {listeners.event_type.__name__ for listeners in EVENT_LISTENERS}
    assert _list_event_names() - wired == UNWIRED_EVENTS.keys()


def test_every_event_is_in_the_table_once() -> None:
    event_types = [listeners.event_type for listeners in EVENT_LISTENERS]
    assert len(set(event_types)) == len(event_types)


def test_the_tables_that_audit_entries_reload_exist() -> None:
    assert {table.code for table in TABLES_OF_TARGETS.values()} <= STATES_BY_TABLE.keys()


def test_audit_entries_update_the_numbers_of_all_sections_in_which_something_waits() -> None:
    counted = {TABLES_OF_TARGETS[kind].section for kind in WAITING_TARGETS}
    # The changes of payments have events of their own.
    assert counted == waiting.SECTIONS - {"subscription-payments"}


def _has_effect(statement: ast.stmt) -> bool:
    """Return whether a statement of a module calls something, or changes an attribute or item."""
    match statement:
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign():
            return True
        case ast.For() | ast.While() | ast.With() | ast.Try():
            return True
        case ast.Assign():
            return any(isinstance(to, ast.Attribute | ast.Subscript) for to in statement.targets)
        case _:
            return False


def _list_event_names() -> set[str]:
    """Return the names of the events of all modules of the domain."""
    for module in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        importlib.import_module(module.name)
    return {
        event_type.__name__
        for event_type in _iter_subclasses(DomainEvent)
        if event_type.__module__.startswith(f"{domain.__name__}.")
    }


def _iter_subclasses(base: type[DomainEvent]) -> Iterator[type[DomainEvent]]:
    for subclass in base.__subclasses__():
        yield subclass
        yield from _iter_subclasses(subclass)
