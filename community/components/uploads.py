"""Props of all components that upload images."""

from typing import Final

from community import urls
from community.domain import uploads

# The URL to which the browser sends an image as the field `file` of a multipart POST request, and
# the types that its file dialog offers.
UPLOAD_PROPS: Final = {"upload_url": urls.MEDIA, "image_types": ",".join(uploads.IMAGE_TYPES)}
