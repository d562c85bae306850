"""The errors for images and videos that cannot be used."""

from typing import Final

from community.core.errors import Invalid
from community.gateways.media_conversion import limits
from community.gateways.media_conversion.errors import RejectionReason
from community.i18n import gettext as _, noop

# The error code and the message for each reason to reject an image.
_REJECTIONS: Final[dict[RejectionReason, tuple[str, str]]] = {
    "unsupported_format": (
        "unsupported_media",
        noop("Choose a JPEG, PNG, WebP, GIF or AVIF image."),
    ),
    "damaged": (
        "unsupported_media",
        noop("This image is damaged. Save it again or choose another one."),
    ),
    "embedded_document": (
        "unsupported_media",
        noop("This image contains a document. Save it again as a plain image."),
    ),
    "too_many_pixels": ("too_large", noop("Images can have up to {n} megapixels.")),
    "too_long": ("too_large", noop("Images can be up to {side} pixels wide and high.")),
    "animation_too_long": (
        "too_large",
        noop("Animations can have up to {seconds} seconds and {frames} frames."),
    ),
    "animation_too_large": (
        "too_large",
        noop(
            "This animation has too many frames for its size (at most {allowed_frames}). Use fewer "
            "frames or a smaller size."
        ),
    ),
    "video_unsupported": ("unsupported_media", noop("Choose an MP4, MOV or WebM video.")),
    "video_damaged": (
        "unsupported_media",
        noop("This video is damaged. Save it again or choose another one."),
    ),
    "video_too_long": ("too_large", noop("Videos can be up to {video_seconds} seconds long.")),
    "video_too_many_pixels": (
        "too_large",
        noop("Videos can have up to {video_megapixels} megapixels."),
    ),
    "video_too_many_frames": (
        "too_large",
        noop("Videos can have up to {video_frames} frames."),
    ),
}


def make_rejection_error(reason: RejectionReason, allowed_frames: int) -> Invalid:
    code, message = _REJECTIONS[reason]
    text = _(
        message,
        n=limits.MAX_PIXELS // 1_000_000,
        seconds=limits.MAX_ANIMATION_MS // 1000,
        frames=limits.MAX_FRAMES,
        side=limits.MAX_SIDE,
        allowed_frames=allowed_frames,
        video_seconds=limits.MAX_VIDEO_SECONDS,
        video_megapixels=limits.MAX_VIDEO_PIXELS // 1_000_000,
        video_frames=limits.MAX_VIDEO_FRAMES,
    )
    return Invalid(text, code=code)


def ensure_file_size(data: bytes, kind: limits.Kind) -> None:
    """Raise `Invalid` (error code `too_large`) if the uploaded file is too large."""
    if kind == "video" and len(data) > limits.MAX_VIDEO_BYTES:
        message = _(
            "Videos can be up to {megabytes} MB.", megabytes=limits.MAX_VIDEO_BYTES // 1024**2
        )
        raise Invalid(message, code="too_large")
    if len(data) > limits.MAX_IMAGE_BYTES:
        message = _(
            "Images can be up to {megabytes} MB.", megabytes=limits.MAX_IMAGE_BYTES // 1024**2
        )
        raise Invalid(message, code="too_large")


def make_processing_limit_error(kind: limits.Kind) -> Invalid:
    """Return the error for a file whose processing needed too much time or memory."""
    if kind == "video":
        message = _("This video takes too long to process. Try a shorter one.")
    else:
        message = _("This image takes too long to process. Try a smaller one.")
    return Invalid(message, code="too_large")
