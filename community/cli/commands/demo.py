"""The command `demo`, which adds users, communities, posts, discussions and payments to a site."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from community.cli.demo.actions import Action
    from community.cli.demo_loader.progress import Progress

# 96 bits, because a demo site may be reachable from the internet.
PASSWORD_BYTES = 12


def add_demo_content(
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Do nothing if the site has accounts.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be added without adding it.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Allow a production site that has accounts.")
    ] = False,
    password: Annotated[
        str, typer.Option(help="Password of the demo accounts. Random by default.")
    ] = "",
) -> None:
    """Add demo content: 14 users, 6 communities, 40 posts, 1,400 comments, plans and payments.

    An interrupted run is resumed. Running the command again adds nothing.
    """
    import uvloop

    from community.cli.preconditions import check_configuration
    from community.wiring import wire

    check_configuration()
    wire()
    if code := uvloop.run(
        _add_demo_content(if_empty=if_empty, dry_run=dry_run, yes=yes, password=password)
    ):
        raise typer.Exit(code)


async def _add_demo_content(*, if_empty: bool, dry_run: bool, yes: bool, password: str) -> int:
    from community.cli.demo.timeline import build_timeline
    from community.cli.demo_loader.loader import load_progress
    from community.core.db import sessions as database
    from community.core.errors import DomainError

    timeline = await asyncio.to_thread(build_timeline)
    try:
        progress, has_accounts = await load_progress()
        remaining = timeline[progress.done :]
        if if_empty and has_accounts:
            typer.echo(f"Demo content skipped: the site has accounts.{_get_resume_hint(progress)}")
        elif progress.total and progress.done == progress.total:
            typer.echo("The demo content is already complete.")
        elif problem := _find_reason_not_to_load(
            timeline, progress, has_accounts=has_accounts, yes=yes
        ):
            typer.echo(problem, err=True)
            return 1
        elif dry_run:
            typer.echo(f"Would add {_summarize_actions(remaining)}.")
        else:
            await _load_with_progress_bar(
                timeline, progress, password or secrets.token_urlsafe(PASSWORD_BYTES)
            )
    except DomainError as error:
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        typer.echo(f"Demo content not added: {error.message}{notes}", err=True)
        return 1
    finally:
        await database.close()
    return 0


def _get_resume_hint(progress: "Progress") -> str:
    if progress.done == progress.total:
        return ""
    return " An earlier run was interrupted. Run `community demo` to resume it."


def _find_reason_not_to_load(
    timeline: "Sequence[Action]", progress: "Progress", *, has_accounts: bool, yes: bool
) -> str:
    from community.cli.demo_loader.progress import hash_timeline
    from community.core.settings import settings

    if progress.total and progress.content_hash != hash_timeline(timeline):
        return (
            "The site contains part of another version of the demo content. "
            "Start with an empty site."
        )
    is_live = settings().environment == "production"
    if is_live and has_accounts and not progress.total and not yes:
        return (
            "This is a production site with accounts. To mix demo content with the content of "
            "its users, pass --yes."
        )
    return ""


async def _load_with_progress_bar(
    timeline: "Sequence[Action]", progress: "Progress", password: str
) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from community.cli.demo.actions import CreateCommunity
    from community.cli.demo_loader.loader import load
    from community.jobs.update_ratings import update_ratings, update_top_authors
    from community.jobs.update_statistics import update_statistics

    columns = (TextColumn("Adding demo content"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=len(timeline), completed=progress.done)

        def show_progress(batch: "Sequence[Action]") -> None:
            bar.advance(task, len(batch))
            # The password is not stored, so it is printed as soon as the accounts exist.
            if any(isinstance(action, CreateCommunity) for action in batch):
                bar.console.print(
                    _get_sign_in_hint(password), markup=False, highlight=False, soft_wrap=True
                )

        await load(timeline, progress, password=password, on_batch=show_progress)
    # The schedule of the server would show them only later.
    await update_ratings()
    await update_top_authors()
    await update_statistics()
    typer.echo(f"Added {_summarize_actions(timeline[progress.done :])}.")


def _get_sign_in_hint(password: str) -> str:
    from community.cli.demo import get_users
    from community.core.settings import settings

    oldest = max(get_users(), key=lambda user: user.age)
    return (
        f"Sign in at {settings().base_url} as {oldest.email} with the password {password}\n"
        "All demo accounts have this password. On a site that was empty, "
        f"{oldest.name} is the administrator. README.md says what the others show."
    )


def _summarize_actions(timeline: "Iterable[Action]") -> str:
    from community.cli.demo import actions
    from community.cli.demo_loader.image_loader import get_image_names

    action_types = {
        "users": actions.RegisterUser,
        "communities": actions.CreateCommunity,
        "posts": actions.PublishPost,
        "comments": actions.WriteComment,
        "reactions": actions.AddReaction,
    }
    listed = tuple(timeline)
    counts = Counter(
        {
            name: sum(isinstance(action, action_type) for action in listed)
            for name, action_type in action_types.items()
        }
    )
    counts["images"] = len({name for action in listed for name in get_image_names(action)[1]})
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
