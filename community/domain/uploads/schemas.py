"""Read models of uploaded pictures."""

from uuid import UUID

from community.core.views import View


class MediaView(View):
    """A picture in its sizes: `variants` are addresses by the width that was asked for."""

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}
