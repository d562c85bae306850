"""Rotations of images.

Only the worker processes import this module, so that web processes do not load Pillow.
"""

from PIL.Image import Transpose

from community.gateways.media.crop import Crop


def rotate_back(crop: Crop, rotation: Transpose | None) -> Crop:
    """Return the same part of the image as it was before the rotation."""
    left, top, right, bottom = crop.left, crop.top, crop.right, crop.bottom
    before = {
        Transpose.FLIP_LEFT_RIGHT: (1 - right, top, 1 - left, bottom),
        Transpose.ROTATE_180: (1 - right, 1 - bottom, 1 - left, 1 - top),
        Transpose.FLIP_TOP_BOTTOM: (left, 1 - bottom, right, 1 - top),
        Transpose.TRANSPOSE: (top, left, bottom, right),
        Transpose.ROTATE_270: (top, 1 - right, bottom, 1 - left),
        Transpose.TRANSVERSE: (1 - bottom, 1 - right, 1 - top, 1 - left),
        Transpose.ROTATE_90: (1 - bottom, left, 1 - top, right),
    }
    return crop if rotation is None else Crop(*before[rotation])
