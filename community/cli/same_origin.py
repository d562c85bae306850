"""Plugins of the front end: one build that works on every host and port, in development too."""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

CLIENT = "utils/state.js"
VITE_CONFIG = "vite.config.js"

# What the client does with the address of the backend that was written into the build: only the
# host name is replaced by that of the page, and the port of a page under https is forgotten.
HOST_OF_BUILD = "endpoint.hostname = frontend_hostname;"
HOST_OF_PAGE = "endpoint.hostname = frontend_hostname; endpoint.port = window.location.port;"
PORT_OF_HTTPS = 'endpoint.port = ""; // Assume websocket is on https port via load balancer.'

SERVER_OPTIONS = "  server: {\n    port: process.env.PORT,"
# What the development server answers itself; everything else is the application's.
PROXY = """\
  server: {{
    port: process.env.PORT,
    proxy: {{
      "^/": {{
        target: "http://127.0.0.1:{port}",
        ws: false,
        bypass: (request) =>
          (request.method === "GET" || request.method === "HEAD") &&
          !/^\\/(_rx|api|auth|media|ad|health|metrics)\\b/.test(request.url) &&
          (request.headers["sec-fetch-dest"] ?? "document") !== "empty" ? request.url : undefined,
      }},
    }},"""


class SameOrigin(Plugin):
    """Makes the browser call the backend at the address that the page came from."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"](CLIENT, use_address_of_page)


def use_address_of_page(client: str) -> str:
    """The client with the host and port of the page in place of those of the build.

    Raises:
        ValueError: the client is not the one this was written for.
    """
    if HOST_OF_PAGE in client:
        return client
    if client.count(HOST_OF_BUILD) != 1 or client.count(PORT_OF_HTTPS) != 1:
        raise ValueError("Reflex changed how its client finds the backend: look at state.js again.")
    return client.replace(HOST_OF_BUILD, HOST_OF_PAGE).replace(PORT_OF_HTTPS, "")
