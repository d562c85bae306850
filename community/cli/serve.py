"""Serve the site: pages, HTTP interface and live sockets on one port."""

import os
from typing import Annotated

import typer

from community.cli.build import STAMP

# Requests that are still running at a stop get this long, in seconds; sockets are closed at once.
GRACE = 5


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [env HOST].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [env PORT].")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes [env WEB_PROCESSES].")
    ] = None,
) -> None:
    """Serve the site: pages, HTTP interface and live sockets on one port."""
    if host is not None:
        os.environ["HOST"] = host
    if port is not None:
        os.environ["PORT"] = str(port)
    if workers is not None:
        os.environ["WEB_PROCESSES"] = str(workers)
    _refuse_what_cannot_work()
    os.environ.update(
        REFLEX_ENV_MODE="prod",
        __REFLEX_SKIP_COMPILE="true",
        __REFLEX_MOUNT_FRONTEND_COMPILED_APP="true",
        REFLEX_OPLOCK_ENABLED="true",
    )
    _run()


def _refuse_what_cannot_work() -> None:
    from community.core.settings import settings

    if settings().web_processes > 1 and not settings().redis_url:
        raise typer.BadParameter(
            "More than one process needs REDIS_URL: through it they tell each other what happened."
        )
    if not STAMP.exists():
        raise typer.BadParameter("The front end is not built yet: run `community build` first.")


def _run() -> None:
    import uvicorn

    from community.cli.sockets import CompactSockets
    from community.core.settings import settings

    typer.echo(f"Serving the site at {settings().url}")
    uvicorn.run(
        "community.community:app",
        factory=True,
        host=settings().host,
        port=settings().port,
        workers=settings().web_processes,
        loop="uvloop",
        http="httptools",
        ws=CompactSockets,
        access_log=False,
        log_config=None,  # `core/logs.py` renders its lines
        log_level="warning",  # at "info" it would write the tokens of sockets
        server_header=False,
        proxy_headers=False,  # the application counts trusted proxies itself
        timeout_graceful_shutdown=GRACE,
    )
