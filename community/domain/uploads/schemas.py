"""The models for the data about uploaded images that queries return."""

from typing import Literal
from uuid import UUID

from community.core.read_models import ReadModel

Place = Literal["posts", "comments", "profiles", "communities", "site"]


class MediaView(ReadModel):
    """An uploaded image.

    `variants` contains the URL of each image size. The keys are widths in pixels. If the uploaded
    image is narrower than a key, the image at this URL has the width of the uploaded image, because
    the server does not enlarge images.

    `video` is the URL of an uploaded video, of which the image shows the first frame. It is null
    for images.
    """

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}
    video: str | None = None


class PlaceUsage(ReadModel):
    """The images that objects of one kind show. `size` is in bytes.

    An image that several kinds of objects show counts for each of them.
    """

    place: Place
    count: int
    size: int


class MediaUsage(ReadModel):
    """The number of all images and the storage that they use, in bytes."""

    count: int = 0
    size: int = 0
    unused_count: int = 0
    unused_size: int = 0
    places: list[PlaceUsage] = []


class UnusedUploads(ReadModel):
    """Images that nothing shows. `size` is in bytes."""

    count: int
    size: int
