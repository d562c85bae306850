"""Vars that are sent and let go: what a page shows is kept by its browser, not by the server too.

A hundred comments are some 300 KB as objects, for every open tab. Nobody asks the server for them
again: a page that is reloaded, or whose connection came back, loads anew what it shows.
"""

from typing import Any, ClassVar

import reflex as rx
from reflex.state import _override_base_method
from reflex_base.constants.state import FIELD_MARKER


class Passing(rx.State, mixin=True):
    """A State of which some vars have their default again as soon as they were sent.

    They can be written at any time, and read by the handler that wrote them; what later handlers
    need is kept in a backend var.
    """

    _passing: ClassVar[frozenset[str]] = frozenset()

    @_override_base_method
    def _clean(self) -> None:
        """Called by Reflex when what changed is on its way to the browser."""
        super()._clean()  # type: ignore[no-untyped-call]
        for name in self._passing:
            self.__dict__.pop(name, None)

    @_override_base_method
    def dict(
        self,
        include_computed: bool = True,  # noqa: FBT002  # as Reflex calls it
        initial: bool = False,  # noqa: FBT002
        **more: Any,
    ) -> dict[str, Any]:
        """All vars, as a browser gets them that begins or comes back.

        It keeps what it has of those that pass; a page that begins has their defaults.
        """
        known: dict[str, Any] = super().dict(include_computed, initial, **more)
        if not initial:
            for name in self._passing:
                known[self.get_full_name()].pop(name + FIELD_MARKER, None)
        return known
