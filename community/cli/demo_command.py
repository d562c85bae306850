"""Fill a site with demo content: people, communities, posts and what they said about them."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from community.cli.demo.acts import Act
    from community.cli.demo_loading.progress import Progress

PASSWORD_BYTES = 12
"""As good as a key of 96 bits: the site may be reachable."""


def demo(
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Do nothing where anybody has an account.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be added; change nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Also on a site in production that has accounts.")
    ] = False,
    password: Annotated[
        str, typer.Option(help="Password of the demo accounts; a random one by default.")
    ] = "",
) -> None:
    """Add demo content: 12 people, 6 communities, 40 posts, 2,400 comments. Twice adds nothing.

    What was interrupted goes on where it stopped.
    """
    import uvloop

    from community.wiring import wire

    wire()
    if code := uvloop.run(_demo(if_empty=if_empty, dry_run=dry_run, yes=yes, password=password)):
        raise typer.Exit(code)


async def _demo(*, if_empty: bool, dry_run: bool, yes: bool, password: str) -> int:
    from community.cli.demo.timeline import timeline
    from community.cli.demo_loading.loading import find_progress
    from community.core import database
    from community.core.errors import Refusal

    happened = await asyncio.to_thread(timeline)
    try:
        progress, has_accounts = await find_progress()
        left = happened[progress.done :]
        if if_empty and has_accounts:
            typer.echo(
                f"This site has accounts already: no demo content was added.{_hint(progress)}"
            )
        elif progress.total and progress.done == progress.total:
            typer.echo("The demo content is here already: nothing to do.")
        elif refusal := _refusal(happened, progress, has_accounts=has_accounts, yes=yes):
            typer.echo(refusal, err=True)
            return 1
        elif dry_run:
            typer.echo(f"Would add {_listed(left)}.")
        else:
            await _load(happened, progress, password or secrets.token_urlsafe(PASSWORD_BYTES))
    except Refusal as error:
        about = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        typer.echo(f"The demo content was not added: {error.sentence}{about}", err=True)
        return 1
    finally:
        await database.close()
    return 0


def _hint(progress: "Progress") -> str:
    if progress.done == progress.total:
        return ""
    return " An earlier run was interrupted: `community demo` goes on with it."


def _refusal(
    happened: "Sequence[Act]", progress: "Progress", *, has_accounts: bool, yes: bool
) -> str:
    """Why not, if so."""
    from community.cli.demo_loading.progress import edition_of
    from community.core.settings import settings

    if progress.total and progress.edition != edition_of(happened):
        return (
            "The demo content that was begun here is of another version and cannot be finished. "
            "Begin with an empty site."
        )
    is_live = settings().environment == "production"
    if is_live and has_accounts and not progress.total and not yes:
        return (
            "This site is in production and has accounts: demo content would stand among what "
            "people wrote. Say --yes if that is meant."
        )
    return ""


async def _load(happened: "Sequence[Act]", progress: "Progress", password: str) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from community.cli.demo.acts import Arrive
    from community.cli.demo_loading.loading import load

    columns = (TextColumn("Adding demo content"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=len(happened), completed=progress.done)

        def report(batch: "Sequence[Act]") -> None:
            bar.advance(task, len(batch))
            if any(isinstance(act, Arrive) for act in batch):
                bar.console.print(
                    _how_to_sign_in(password), markup=False, highlight=False, soft_wrap=True
                )

        await load(happened, progress, password=password, report=report)
    typer.echo(f"Added {_listed(happened[progress.done :])}.")


def _how_to_sign_in(password: str) -> str:
    """Told as soon as the accounts are there, and never again: nobody keeps the password."""
    from community.cli.demo import people
    from community.core.settings import settings

    first = max(people(), key=lambda person: person.age)
    return (
        f"Sign in at {settings().url} as {first.email} with the password {password}\n"
        "Everybody of the demo has this password. On a site that was empty, "
        f"{first.name} is the administrator."
    )


def _listed(happened: "Iterable[Act]") -> str:
    from community.cli.demo import acts
    from community.cli.demo_loading.gallery import pictures_of

    things = {
        "people": acts.Arrive,
        "communities": acts.Found,
        "posts": acts.Publish,
        "comments": acts.Say,
        "reactions": acts.Clap,
    }
    shown = tuple(happened)
    counts = Counter(
        {name: sum(isinstance(act, kind) for act in shown) for name, kind in things.items()}
    )
    counts["pictures"] = len({name for act in shown for name in pictures_of(act)[1]})
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
