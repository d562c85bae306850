"""Frontend build plugin that makes the browser send its requests to the origin of the page.

Without this plugin, the frontend sends its requests to a fixed port. With this plugin, the same
build works on every host and port. In development the Vite server serves the pages, and the plugin
configures Vite to forward HTTP requests and WebSockets to the backend.
"""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

# The build contains the URL of the backend. The Reflex client replaces the host in this URL with
# the host of the page. It keeps the port, or removes it if the page uses HTTPS.
SET_PAGE_HOST = "endpoint.hostname = frontend_hostname;"
CLEAR_PORT = 'endpoint.port = ""; // Assume websocket is on https port via load balancer.'
SET_PAGE_PORT = "endpoint.port = window.location.port;"

# Vite always forwards paths with these first segments to the backend. None of them can be a page:
# the build prerenders pages with a server that has this proxy, and fails if it forwards a request.
# `/auth/finish` and `/login/code` are pages.
BACKEND_PATHS = (
    r"_rx|ad|api|auth(?!\/finish)|feed|health|login(?!\/code)|logout|media|metrics|register|"
    r"robots|search(?=\.)|sitemap"
)
SERVER_OPTIONS = "  server: {\n"
PROXY_OPTIONS = f"""\
    proxy: {{
      "^/": {{
        target: `http://127.0.0.1:${{process.env.REFLEX_BACKEND_PORT ?? 8000}}`,
        ws: true,
        bypass: (request) =>
          !/^\\/({BACKEND_PATHS})(?=[/?.]|$)/.test(request.url) &&
          /^(GET|HEAD)$/.test(request.method) &&
          !(request.headers.accept ?? "").includes("application/json")
            ? request.url
            : undefined,
      }},
    }},
"""


class SameOriginPlugin(Plugin):
    """Makes the browser send its requests to the host and port that served the page."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", patch_page_port)
        context["add_modify_task"]("vite.config.js", add_dev_proxy)


def patch_page_port(client_source: str) -> str:
    """Patch the JavaScript source of the Reflex client to send requests to the port of the page.

    Raise `ValueError` if the source does not contain the code to replace, because a new version of
    Reflex has probably changed it.
    """
    if SET_PAGE_PORT in client_source:
        return client_source
    client_source = _replace_once(client_source, CLEAR_PORT, "")
    return _replace_once(client_source, SET_PAGE_HOST, f"{SET_PAGE_HOST} {SET_PAGE_PORT}")


def add_dev_proxy(vite_config: str) -> str:
    """Add a development proxy to the backend to the source of the Vite configuration.

    Raise `ValueError` if the source does not contain the code to replace, because a new version of
    Reflex has probably changed it.
    """
    if "proxy: {" in vite_config:
        return vite_config
    return _replace_once(vite_config, SERVER_OPTIONS, SERVER_OPTIONS + PROXY_OPTIONS)


def _replace_once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise ValueError(f"Reflex has changed its front end: {old!r} is missing.")
    return text.replace(old, new)
