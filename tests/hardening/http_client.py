"""An HTTP client that sends any bytes, because libraries reject or change hostile requests."""

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 20.0


async def send_request(
    url: str,
    target: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
) -> int:
    """Send a request over a new connection, read the whole response and return its status.

    Return 0 if the server closes the connection without a response, as for an invalid request.

    Args:
        target: The percent-encoded path and query string.
    """
    address = urlsplit(url)
    fields = {"Host": address.netloc, "Connection": "close", **(headers or {})}
    if body is not None:
        fields["Content-Length"] = str(len(body))
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {text}" for name, text in fields.items())]
    head = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass")
    async with asyncio.timeout(TIMEOUT_SECONDS):
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        try:
            writer.write(head + (body or b""))
            response = await reader.read()
        except ConnectionError:
            return 0
        finally:
            writer.close()
    return int(response[9:12]) if response.startswith(b"HTTP/1.1 ") else 0
