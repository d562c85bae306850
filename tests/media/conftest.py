import pytest

from community.media import ImageProcessor


@pytest.fixture
def processor() -> ImageProcessor:
    return ImageProcessor()
