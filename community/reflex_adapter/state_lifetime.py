"""Where Reflex keeps the State of browser tabs, and for how long.

`rxconfig.py` imports this module, so it imports nothing that is slow to load.
"""

from typing import Final

from reflex_base.constants import StateManagerMode

__all__ = ["STATE_LIFETIME_SECONDS", "StateManagerMode"]

# After its last event. The State of a connected tab must not expire while its user reads. Redis
# does not know which tabs are connected.
STATE_LIFETIME_SECONDS: Final = {
    StateManagerMode.MEMORY: 30 * 24 * 60 * 60,
    StateManagerMode.REDIS: 12 * 60 * 60,
}
