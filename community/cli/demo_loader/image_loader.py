"""Resize the demo images in background threads, and store each image before it is needed."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from types import TracebackType
from typing import Self

from PIL import Image

from community.cli.demo.actions import (
    Action,
    PlayScene,
    PublishPost,
    UpdateCommunityImages,
    UpdateProfile,
)
from community.cli.demo.data_files import read_image, read_video
from community.cli.demo.scenes import SCENE_IMAGES
from community.cli.demo_loader.progress import get_upload_id
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import uploads
from community.domain.uploads import MediaView, ProcessedUpload
from community.gateways.media import ProcessedImage, Variant, backends
from community.gateways.media_conversion.rendering import compute_average_color, encode_still_image
from community.gateways.media_conversion.variant import compute_variant_sizes

# While the database works, Pillow uses the other processor, without the lock of the interpreter.
_THREADS = 2


def get_image_names(action: Action) -> tuple[str, list[str]]:
    """Return the slug of the user who uploads the images of `action`, and the image names."""
    match action:
        case UpdateProfile(user=user):
            return user.slug, [name for name in (user.avatar, user.header) if name]
        case UpdateCommunityImages(community=community):
            return community.owner, [name for name in (community.avatar, community.header) if name]
        case PublishPost(post=post):
            return post.author, [name for name in (post.cover, *post.images) if name]
        case PlayScene(name=name) if name in SCENE_IMAGES:
            return SCENE_IMAGES[name]
    return "", []


class ImageLoader:
    """Maps image names to uploaded images.

    Inside the `with` block, background threads resize the images that are not uploaded yet.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self._names = list(dict.fromkeys(_iter_image_names(actions)))
        self._resizing: dict[str, Future[tuple[ProcessedImage, int]]] = {}
        self._views: dict[str, MediaView] = {}

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(_THREADS)
        self._resizing = {name: self._pool.submit(load_image, name) for name in self._names}
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
                    image, size = await asyncio.wrap_future(self._resizing.pop(name))
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


def load_image(image_name: str) -> tuple[ProcessedImage, int]:
    """Return an image in all sizes with its video, if it has one, and the size of its file.

    The images that users upload are processed in a sandbox (`gateways/media_conversion/`). The demo
    images are part of the project and need none. Their largest variant is the file itself.
    """
    data = read_image(image_name)
    with Image.open(BytesIO(data)) as image:
        image.load()
        *smaller, (largest, size) = compute_variant_sizes(*image.size).items()
        variants = {
            width: encode_still_image(image, smaller_size) for width, smaller_size in smaller
        }
        variants[largest] = Variant(*size, data)
        color = compute_average_color(image)
    return ProcessedImage(variants, color, 1, read_video(image_name)), len(data)


def _iter_image_names(timeline: Sequence[Action]) -> Iterator[str]:
    for action in timeline:
        yield from get_image_names(action)[1]
