"""What all attacks have in common."""

from typing import Protocol

from tests.hardening.attackers import Attacker
from tests.hardening.connection import Connection


class Attack(Protocol):
    """A way to send a text to one string field of the site."""

    @property
    def name(self) -> str: ...

    @property
    def max_length(self) -> int:
        """The maximum length of the text in characters."""

    @property
    def is_destructive(self) -> bool:
        """Whether the attack can delete the content or end the session of the attacker."""

    def fits(self, attacker: Attacker, text: str) -> bool:
        """Return whether the message is not larger than the server accepts."""

    async def send(self, connection: Connection, text: str) -> int:
        """Send the text to the site, and return the status of the response, or 0."""
