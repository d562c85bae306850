"""The command `search:reindex`, which writes the search index again."""

from typing import Annotated

import typer

from community.cli.database import run_on_database


def reindex(
    resume: Annotated[
        bool, typer.Option("--resume", help="Index only what an interrupted run has left.")
    ] = False,
) -> None:
    """Write the search index of all posts and comments, and of all names, again.

    The site can run meanwhile. Searches find each text with its former words until it is indexed.
    Servers complete an interrupted run.
    """
    run_on_database(lambda: _reindex(resume=resume))


async def _reindex(*, resume: bool) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from community.core.db.sessions import read_session
    from community.domain.search import maintenance
    from community.jobs import update_search_index as jobs

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn()) as bar:
        if not resume:
            names = bar.add_task("Indexing names", total=None)
            await jobs.index_all_names(lambda: bar.advance(names))
            bar.remove_task(names)
            await jobs.add_missing_documents()
            await jobs.mark_all_as_outdated()
        async with read_session() as session:
            total = await maintenance.count_outdated(session)
        task = bar.add_task("Indexing texts", total=total)
        while count := await jobs.index_batch(jobs.find_stems_here):
            bar.advance(task, count)
    typer.echo(f"Indexed {total:,} texts.")
