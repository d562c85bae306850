from dataclasses import dataclass
from uuid import UUID

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class UploadRemoved(DomainEvent):
    upload_id: UUID
    # The fields that showed the image and are now empty, each as the kind of the reference, such as
    # `user_avatar`, and the id of the object
    pictures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnusedUploadsRemoved(DomainEvent):
    """An administrator removed all images that nothing shows."""
