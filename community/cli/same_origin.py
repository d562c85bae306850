"""A plugin of the front-end build: everything is reached at the address that the page came from.

So one build works on every host and port, and in development the pages of Vite reach our HTTP
routes and sockets as in production.
"""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

# What the client does with the backend's address, which was written into the build: it takes the
# host name of the page, keeps the port, and forgets the port under https.
HOST_OF_PAGE = "endpoint.hostname = frontend_hostname;"
PORT_FORGOTTEN = 'endpoint.port = ""; // Assume websocket is on https port via load balancer.'
PORT_OF_PAGE = "endpoint.port = window.location.port;"

# First parts of addresses that only the backend knows, whoever asks.
BACKEND_ONLY = (
    "_rx|ad|api|auth|email|feed|health|login|logout|media|metrics|register|robots|sitemap"
)
SERVER_OPTIONS = "  server: {\n"
PROXY = f"""\
    proxy: {{
      "^/": {{
        target: `http://127.0.0.1:${{process.env.REFLEX_BACKEND_PORT ?? 8000}}`,
        ws: true,
        bypass: (request) =>
          !/^\\/({BACKEND_ONLY})(?=[/?.]|$)/.test(request.url) &&
          /^(GET|HEAD)$/.test(request.method) &&
          !(request.headers.accept ?? "").includes("application/json")
            ? request.url
            : undefined,
      }},
    }},
"""


class SameOrigin(Plugin):
    """Makes the browser call the backend at the address of the page."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", take_port_of_page)
        context["add_modify_task"]("vite.config.js", pass_on_to_backend)


def take_port_of_page(client: str) -> str:
    """The client that takes the port of the page as well as its host."""
    if PORT_OF_PAGE in client:
        return client
    client = _replace_once(client, PORT_FORGOTTEN, "")
    return _replace_once(client, HOST_OF_PAGE, f"{HOST_OF_PAGE} {PORT_OF_PAGE}")


def pass_on_to_backend(vite_config: str) -> str:
    """The development server that passes on what is none of its own."""
    if "proxy: {" in vite_config:
        return vite_config
    return _replace_once(vite_config, SERVER_OPTIONS, SERVER_OPTIONS + PROXY)


def _replace_once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise ValueError(f"Reflex writes its front end in another way now: {old!r} is not there.")
    return text.replace(old, new)
