"""The program `community`: one module for each command, or for a few that belong together."""

import sys
from pathlib import Path

import typer

from community.cli import admin, build, demo_command, migrate, serve, worker
from community.cli.paths import ROOT

app = typer.Typer(
    help="Run and look after a community.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)

app.command("serve")(serve.serve)
app.command("worker")(worker.worker)
app.command("migrate")(migrate.migrate)
app.command("build")(build.build)
app.command("demo")(demo_command.demo)
app.command("admin:grant")(admin.grant)


def main() -> None:
    """The entry point of the console script."""
    if Path.cwd() != ROOT:
        sys.exit(f"Run this in {ROOT}: settings and data are looked for there.")
    app()
