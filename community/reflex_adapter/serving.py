"""Environment variables of Reflex for processes that serve an existing front-end build.

This module does not import Reflex, so that the variables can be set before.
"""

from typing import Final

# The longest message of a page saves a post of 100,000 characters. JSON needs at most six bytes for
# a character, and the other fields and the envelope are far below 100,000 bytes. Guests have the
# same limit: the size costs little, and a tab whose session has expired must get an answer.
MAX_MESSAGE_BYTES: Final = 700_000

SERVE_ENVIRONMENT: Final = {
    "REFLEX_ENV_MODE": "prod",
    "__REFLEX_SKIP_COMPILE": "true",
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
    "REFLEX_OPLOCK_ENABLED": "true",
    "REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE": str(MAX_MESSAGE_BYTES),
}
