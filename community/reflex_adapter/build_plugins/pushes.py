"""Frontend build plugin that passes the pushes from the server to the scripts of the pages.

A push is a Socket.IO event of its own. Reflex keeps the socket in its client, so this plugin
patches the client: it registers a handler on each socket that it creates. The handler is the
function `receivePush` in `assets/ui/pushes.js`.
"""

from typing import Final, Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

# The name of the Socket.IO event. Its data is an object with the keys `type` and `data`.
PUSH_EVENT: Final = "push"

# The module that receives the pushes, for imports in the browser.
PUSHES_LIBRARY: Final = "$/public/ui/pushes.js"

IMPORT_PUSHES = f'import {{ receivePush }} from "{PUSHES_LIBRARY}";\n'
FIRST_IMPORT = 'import io from "socket.io-client";\n'
REGISTER_PUSH_HANDLER = f'  socket.current.on("{PUSH_EVENT}", receivePush);\n'
REGISTER_UPDATE_HANDLER = '  socket.current.on("event", (update) => {\n'


class PushesPlugin(Plugin):
    """Makes the Reflex client pass pushes to `receivePush` in `assets/ui/pushes.js`."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", patch_push_handler)


def patch_push_handler(client_source: str) -> str:
    """Patch the JavaScript source of the Reflex client to receive pushes.

    If the source is already patched, return it unchanged. Raise `ValueError` if the source does not
    contain the code to replace, because a new version of Reflex has probably changed it.
    """
    if REGISTER_PUSH_HANDLER in client_source:
        return client_source
    for code in (FIRST_IMPORT, REGISTER_UPDATE_HANDLER):
        if client_source.count(code) != 1:
            raise ValueError(f"Reflex has changed its client: {code!r} is missing.")
    return client_source.replace(FIRST_IMPORT, FIRST_IMPORT + IMPORT_PUSHES).replace(
        REGISTER_UPDATE_HANDLER, REGISTER_PUSH_HANDLER + REGISTER_UPDATE_HANDLER
    )
