"""Responses with the content of a stored file, or with the part that the client requests."""

from typing import Any, Final

from starlette.responses import Response, StreamingResponse

from community.core.http.byte_ranges import RangeNotSatisfiable, parse_range
from community.gateways.media import StoredFile

# The responses of a route that serves files, besides 200 and errors.
FILE_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    206: {
        "content": {"application/octet-stream": {}},
        "description": "The part of the file that the header `Range` requests.",
    },
    304: {"description": "The client's copy is current."},
    416: {"description": "The file is shorter than the start of the requested range."},
}


def stream_file(file: StoredFile, headers: dict[str, str], range_header: str) -> Response:
    """Return the file, or the part of it that the header `Range` requests."""
    try:
        byte_range = parse_range(range_header, file.size)
    except RangeNotSatisfiable:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{file.size}"})
    if byte_range is None:
        headers["Content-Length"] = str(file.size)
        return StreamingResponse(file.chunks, headers=headers)
    headers["Content-Length"] = str(byte_range.length)
    headers["Content-Range"] = byte_range.content_range
    # Uploaded files are small, so that reading them from the start takes little time.
    chunks = byte_range.select(file.chunks)
    return StreamingResponse(chunks, status_code=206, headers=headers)
