"""Support for State vars that the server forgets after sending them to the browser.

This saves memory, because a hundred comments take about 300 KB for each open browser tab. The
server does not need the values again. After a reload or a reconnection the page loads its data
again.
"""

from typing import Any, ClassVar

import reflex as rx
from reflex.state import _override_base_method
from reflex_base.constants.state import FIELD_MARKER


class TransientVarsState(rx.State, mixin=True):
    """A State that resets its `_transient_vars` to their defaults after sending them.

    An event handler can set these vars and read the values that it has set, but not those from
    earlier handlers. Data that later handlers need must be stored in a backend var.
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
        include_computed: bool = True,  # noqa: FBT002  # signature of Reflex
        initial: bool = False,  # noqa: FBT002
        **options: Any,
    ) -> dict[str, Any]:
        """Return all vars for a browser that connects or reconnects.

        After a reconnection the transient vars are omitted, so that the browser keeps the values
        that it already has.
        """
        values: dict[str, Any] = super().dict(include_computed, initial, **options)
        if not initial:
            for name in self._transient_vars:
                values[self.get_full_name()].pop(name + FIELD_MARKER, None)
        return values
