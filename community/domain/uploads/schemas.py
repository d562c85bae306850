"""The read model for uploaded images."""

from uuid import UUID

from community.core.read_models import ReadModel


class MediaView(ReadModel):
    """An uploaded image.

    `variants` contains the URL of each size. Its keys are the widths in pixels for which the sizes
    were made; an image that is smaller than this width is not enlarged.
    """

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}
