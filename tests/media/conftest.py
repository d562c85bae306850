"""A processor as the site has one."""

import pytest

from community.media import ImageProcessor


@pytest.fixture
def processor() -> ImageProcessor:
    return ImageProcessor()
