"""The command line program `community`. Each of its commands is defined in another module."""

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from community import i18n
from community.cli.commands import (
    admin,
    bounces,
    demo,
    invitations,
    jobs,
    media,
    recalculation,
    site_settings,
    subscriptions,
    users,
)
from community.cli.preconditions import ROOT
from community.cli.server import build, migrate, serve, worker

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)


def print_version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(version("community"))
        raise typer.Exit


@app.callback(help="Run and administer a community.")
def activate_site_language(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    from community.core.settings import load_settings

    # Do not cache the settings yet, because the options of `serve` can override them.
    i18n.activate(load_settings().site_language)


app.command("serve")(serve.serve)
app.command("worker")(worker.run_worker)
app.command("migrate")(migrate.migrate)
app.command("build")(build.build)
app.command("demo")(demo.add_demo_content)
app.command("admin:grant")(admin.grant_admin)
app.command("admin:revoke")(admin.revoke_admin)
app.add_typer(site_settings.app, name="settings")
app.command("users:ban")(users.ban)
app.command("users:unban")(users.unban)
app.command("users:verify")(users.verify)
app.command("users:sign-out")(users.sign_out)
app.command("users:remove-second-factor")(users.remove_second_factor)
app.command("users:purge-deleted")(users.purge_deleted)
app.command("subscriptions:auto-renew")(subscriptions.auto_renew)
app.command("subscriptions:payments:check-pending")(subscriptions.check_pending)
app.command("payments:reconcile")(subscriptions.reconcile)
app.command("mail:bounce")(bounces.read_bounce)
app.command("statistics:update")(recalculation.update_statistics)
app.command("rating:update-place-history")(recalculation.update_place_history)
app.command("search:reindex")(recalculation.reindex)
app.command("invitations:create")(invitations.create_invitation)
app.command("invitations:list")(invitations.list_invitations)
app.command("invitations:revoke")(invitations.revoke_invitation)
app.add_typer(jobs.app, name="jobs")
app.add_typer(media.app, name="media")


def main() -> None:
    if Path.cwd() != ROOT:
        sys.exit(f"Run this command in {ROOT}, the directory of the settings and data.")
    app()
