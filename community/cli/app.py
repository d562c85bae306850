"""The command line program `community`. Each of its commands is defined in another module."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from community import i18n
from community.cli import admin, build, demo_command, migrate, serve, worker
from community.cli.paths import ROOT

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)


@app.callback(help="Run and administer a community.")
def activate_site_language() -> None:
    from pydantic import ValidationError

    from community.core.settings import Settings

    try:
        # Do not cache the settings yet, because the options of `serve` can override them.
        i18n.activate(Settings().site_language)
    except ValidationError as error:
        sys.exit("\n".join(_describe_invalid_setting(problem) for problem in error.errors()))


def _describe_invalid_setting(problem: Mapping[str, Any]) -> str:
    message: str = problem["msg"].removeprefix("Value error, ")
    # Messages from the validators of `Settings` already name the variable.
    if message != problem["msg"]:
        return message
    return f"{'_'.join(map(str, problem['loc'])).upper()}: {message}"


app.command("serve")(serve.serve)
app.command("worker")(worker.run_worker)
app.command("migrate")(migrate.migrate)
app.command("build")(build.build)
app.command("demo")(demo_command.add_demo_content)
app.command("admin:grant")(admin.grant_admin)


def main() -> None:
    if Path.cwd() != ROOT:
        sys.exit(f"Run this command in {ROOT}, the directory of the settings and data.")
    app()
