"""The description of an operation of the access matrix."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tests.access.scenario import Scenario

Event = tuple[Any, dict[str, Any]]


@dataclass(frozen=True)
class Operation:
    """An operation on an object, and how to reach it."""

    kind: str  # the kind of object: `post`, `comment`, `community` or `site`
    # The method and path of the HTTP route. The path parameter of the kind is the object. Empty if
    # only an event does the same.
    route: str
    body: Callable[[Scenario, int], Any] = lambda _, __: None  # the JSON body of the request
    # The events that do the same, as lists of handlers with their arguments
    events: Callable[[Scenario, int], list[list[Event]]] = lambda _, __: []
    is_public: bool = False  # whether guests may try the operation
    parameters: Callable[[Scenario], dict[str, Any]] = lambda _: {}
    # The path of the page that sends the events
    page: Callable[[Scenario, int], str] = lambda _, __: "/"

    def list_handlers(self) -> list[Any]:
        return [handler for handler, _ in chain(*self.events(Scenario({}), 1))]
