import pytest

from community.gateways.media import ImageProcessor


@pytest.fixture
def processor() -> ImageProcessor:
    # The timeout is long enough for a busy machine.
    return ImageProcessor(timeout_seconds=300)
