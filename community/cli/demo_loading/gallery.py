"""The pictures of the demo: drawn ahead by all processors, taken in just before they are used."""

import asyncio
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

from community.cli.demo.acts import Act, Dress, Furnish, Publish
from community.cli.demo_loading.painting import paint, prepare
from community.cli.demo_loading.progress import upload_id_of
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import uploads
from community.domain.uploads import Judged, MediaView
from community.media import ProcessedImage, chosen


def pictures_of(act: Act) -> tuple[str, list[str]]:
    """Whose the pictures are that somebody shows with this, and their names."""
    match act:
        case Dress(person=person):
            return person.slug, [name for name in (person.avatar, person.header) if name]
        case Furnish(group=group):
            return group.owner, [name for name in (group.avatar, group.header) if name]
        case Publish(entry=entry):
            return entry.author, [name for name in (entry.cover, *entry.pictures) if name]
    return "", []


class Gallery:
    """Pictures by their names, once they were hung. Inside `with` processes draw what is to come.

    Args:
        timeline: what is still to happen: the pictures that are shown first are drawn first.
    """

    def __init__(self, timeline: Sequence[Act]) -> None:
        self._wanted = list(dict.fromkeys(_names(timeline)))
        self._drawn: dict[str, Future[tuple[ProcessedImage, int]]] = {}
        self._hung: dict[str, MediaView] = {}

    def __enter__(self) -> Self:
        # Not forked: this process may have threads. At most two: each takes 150 MB.
        self._pool = ProcessPoolExecutor(
            min(len(self._wanted), os.cpu_count() or 1, 4) or 1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=prepare,
        )
        self._drawn = {name: self._pool.submit(paint, name) for name in self._wanted}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        return len(self._wanted)

    def __getitem__(self, name: str) -> MediaView:
        return self._hung[name]

    async def hang(self, actors: Mapping[str, Actor], coming: Iterable[Act]) -> None:
        """Take in the pictures that these acts will show, whose rows and files stay from then on.

        Rows first, as for everybody: a file is never without its row.
        """
        new: list[tuple[Actor, str, Judged]] = []
        for owner, names in map(pictures_of, coming):
            for name in names:
                if name not in self._hung and name not in {other for _, other, _ in new}:
                    image, size = await asyncio.wrap_future(self._drawn.pop(name))
                    new.append((actors[owner], name, Judged(image, size, upload_id_of(name))))
        if new:
            await self._store(new)
            storage = chosen.storage()
            await asyncio.gather(*(uploads.keep_files(storage, judged) for *_, judged in new))

    async def _store(self, new: Sequence[tuple[Actor, str, Judged]]) -> None:
        async with unit_of_work() as session:
            known = await uploads.views(session, [judged.id for *_, judged in new])
            for owner, name, judged in new:
                self._hung[name] = known.get(judged.id) or uploads.view_of(
                    await uploads.store(session, owner, judged=judged)
                )


def _names(timeline: Sequence[Act]) -> Iterator[str]:
    for act in timeline:
        yield from pictures_of(act)[1]
