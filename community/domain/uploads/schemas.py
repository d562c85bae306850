"""The model for the data about an uploaded image that queries return."""

from uuid import UUID

from community.core.read_models import ReadModel


class MediaView(ReadModel):
    """An uploaded image.

    `variants` contains the URL of each image size. The keys are widths in pixels. If the uploaded
    image is narrower than a key, the image at this URL has the width of the uploaded image, because
    the server does not enlarge images.
    """

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}
