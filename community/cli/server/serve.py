"""The command `serve`, which runs the web processes."""

import errno
import gc
import os
import socket
from typing import Annotated

import typer

from community.cli.server.build import STAMP_FILE
from community.reflex_adapter.serving import MAX_MESSAGE_BYTES, SERVE_ENVIRONMENT

# At shutdown, running requests have this much time to finish. WebSockets are closed immediately.
SHUTDOWN_TIMEOUT_SECONDS = 5


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [env HOST].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [env PORT].")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes [env WEB_PROCESSES].")
    ] = None,
    check_port: Annotated[
        bool, typer.Option("--check-port", help="Check that the port is free, and exit.")
    ] = False,
) -> None:
    """Serve the site: pages, HTTP API and WebSockets on one port."""
    if host is not None:
        os.environ["HOST"] = host
    if port is not None:
        os.environ["PORT"] = str(port)
    if workers is not None:
        os.environ["WEB_PROCESSES"] = str(workers)
    if not check_port:
        _check_preconditions()
    _ensure_port_is_free()
    if check_port:
        return
    os.environ.update(SERVE_ENVIRONMENT)
    _run_server()


def _ensure_port_is_free() -> None:
    from community.core.errors import ConfigurationError
    from community.core.settings import settings

    host, port = settings().host, settings().port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                message = (
                    f"Port {port} is in use. Stop the other program, or set PORT, as in PORT=8080."
                )
            else:
                message = f"The server cannot listen on {host}:{port}: {error.strerror}."
            raise ConfigurationError(message) from None


def _check_preconditions() -> None:
    from community.cli.preconditions import check_configuration
    from community.core.settings import settings

    if settings().web_processes > 1 and not settings().redis_url:
        raise typer.BadParameter(
            "Several processes require REDIS_URL, over which they exchange live updates."
        )
    if not STAMP_FILE.exists():
        raise typer.BadParameter("The front end is not built. Run `community build` first.")
    check_configuration()


def _run_server() -> None:
    from community.core.processes.memory import hide_packages

    with hide_packages("watchfiles"):  # for `--reload`
        import uvicorn

    from community.cli.server.http_protocol import LimitedHttpProtocol
    from community.cli.server.websocket_protocol import CompressedWebSocketProtocol
    from community.core.settings import settings

    typer.echo(f"Serving the site at {settings().base_url}")
    gc.disable()  # Loading the site creates no garbage. `limit_garbage_collection` enables it.
    uvicorn.run(
        "community.community:app",
        factory=True,
        host=settings().host,
        port=settings().port,
        workers=settings().web_processes,
        loop="uvloop",
        http=LimitedHttpProtocol,
        ws=CompressedWebSocketProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        access_log=False,
        log_config=None,  # `core/logs.py` formats the log.
        log_level="warning",  # At "info", uvicorn logs the tokens in WebSocket URLs.
        server_header=False,
        proxy_headers=False,  # The application evaluates TRUSTED_PROXIES itself.
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
    )
