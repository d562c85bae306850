"""Render the demo images in background processes, and store each image before it is needed."""

import asyncio
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

from community.cli.demo.actions import Action, PublishPost, UpdateCommunityImages, UpdateProfile
from community.cli.demo_loader.image_rendering import init_worker, render_image
from community.cli.demo_loader.progress import get_upload_id
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import uploads
from community.domain.uploads import MediaView, ProcessedUpload
from community.media import ProcessedImage, backends


def get_image_names(action: Action) -> tuple[str, list[str]]:
    """Return the slug of the user who uploads the images of `action`, and the image names."""
    match action:
        case UpdateProfile(user=user):
            return user.slug, [name for name in (user.avatar, user.header) if name]
        case UpdateCommunityImages(community=community):
            return community.owner, [name for name in (community.avatar, community.header) if name]
        case PublishPost(post=post):
            return post.author, [name for name in (post.cover, *post.images) if name]
    return "", []


class ImageLoader:
    """Maps image names to uploaded images.

    Inside the `with` block, background processes render the images that are not uploaded yet.

    Args:
        actions: The actions that are not executed yet. The images are rendered in the order in
            which these actions need them.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self._names = list(dict.fromkeys(_iter_image_names(actions)))
        self._rendering: dict[str, Future[tuple[ProcessedImage, int]]] = {}
        self._views: dict[str, MediaView] = {}

    def __enter__(self) -> Self:
        # Spawn processes instead of forking, because this process may have threads. Use at most 4,
        # because each process needs 150 MB.
        self._pool = ProcessPoolExecutor(
            min(len(self._names), os.cpu_count() or 1, 4) or 1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=init_worker,
        )
        self._rendering = {name: self._pool.submit(render_image, name) for name in self._names}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> MediaView:
        return self._views[name]

    async def upload(self, actors: Mapping[str, Actor], actions: Iterable[Action]) -> None:
        """Store the images of the given actions.

        Database rows are committed before the files are written.
        """
        new_images: list[tuple[Actor, str, ProcessedUpload]] = []
        for owner, names in map(get_image_names, actions):
            for name in names:
                if name not in self._views and name not in {other for _, other, _ in new_images}:
                    image, size = await asyncio.wrap_future(self._rendering.pop(name))
                    new_images.append(
                        (actors[owner], name, ProcessedUpload(image, size, get_upload_id(name)))
                    )
        if new_images:
            await self._store_images(new_images)
            storage = backends.get_storage()
            await asyncio.gather(
                *(uploads.store_files(storage, processed) for *_, processed in new_images)
            )

    async def _store_images(self, new_images: Sequence[tuple[Actor, str, ProcessedUpload]]) -> None:
        async with unit_of_work() as session:
            existing = await uploads.find_media_views(
                session, [processed.id for *_, processed in new_images]
            )
            for owner, name, processed in new_images:
                self._views[name] = existing.get(processed.id) or uploads.to_media_view(
                    await uploads.store(session, owner, processed=processed, name=f"{name}.jpg")
                )


def _iter_image_names(timeline: Sequence[Action]) -> Iterator[str]:
    for action in timeline:
        yield from get_image_names(action)[1]
