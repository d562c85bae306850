"""State vars whose values the server deletes after it has sent them to the browser.

Use them for large values that no later event handler reads. This saves memory: a hundred comments
take about 300 KB for each open browser tab. After a reload or a reconnection, the browser requests
the values from the server.
"""

from typing import Any, ClassVar

import reflex as rx
from reflex.state import _override_base_method
from reflex_base.constants.state import FIELD_MARKER


class TransientVarsState(rx.State, mixin=True):
    """A State class that resets its `_transient_vars` to their defaults after sending them.

    An event handler can set these vars, but it cannot read the values that earlier event handlers
    set. Data that later event handlers need must be stored in a backend var.
    """

    _transient_vars: ClassVar[frozenset[str]] = frozenset()

    @_override_base_method
    def _clean(self) -> None:
        """Reset the transient vars. Reflex calls this method after it has created the delta."""
        super()._clean()  # type: ignore[no-untyped-call]
        for name in self._transient_vars:
            self.__dict__.pop(name, None)

    @_override_base_method
    def dict(
        self,
        include_computed: bool = True,  # noqa: FBT001, FBT002  # signature of Reflex
        initial: bool = False,  # noqa: FBT001, FBT002
        **options: Any,
    ) -> dict[str, Any]:
        """Return the values of all vars. Omit the transient vars unless `initial` is True.

        Reflex sends the result to a browser that connects or reconnects. Without the transient vars
        in the result, the browser keeps the values that it already has.
        """
        values: dict[str, Any] = super().dict(include_computed, initial, **options)
        if not initial:
            for name in self._transient_vars:
                values[self.get_full_name()].pop(name + FIELD_MARKER, None)
        return values
