"""Holding a row until the end of a transaction."""

from typing import Any, Final

# FOR NO KEY UPDATE: others can neither change nor delete the row, but they can insert rows that
# refer to it. With FOR UPDATE two comments at once would deadlock: each has referred to the post
# already when it wants to hold it, so each waits for the other. SQLite has one writer and no need.
HELD: Final[dict[str, Any]] = {"key_share": True}
