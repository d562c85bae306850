"""A bucket on this machine that speaks as much of the S3 protocol as we use."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

Objects = dict[str, tuple[bytes, dict[str, str]]]

_MISSING = b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>"


@contextmanager
def bucket_server() -> Iterator[tuple[str, Objects]]:
    """The address of an empty bucket server, and its objects by path."""
    objects: Objects = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(objects))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", objects
    finally:
        server.shutdown()
        server.server_close()


def _handler(objects: Objects) -> type["BucketHandler"]:
    return type("Handler", (BucketHandler,), {"objects": objects})


class BucketHandler(BaseHTTPRequestHandler):
    """Objects by path: stored, read and removed, for whoever asks."""

    protocol_version = "HTTP/1.1"
    objects: ClassVar[Objects]

    def do_PUT(self) -> None:
        self.objects[self.path] = (
            self._body(),
            {name.lower(): text for name, text in self.headers.items()},
        )
        self._answer(200)

    def do_GET(self) -> None:
        if self.path not in self.objects:
            return self._answer(404, _MISSING)
        return self._answer(200, self.objects[self.path][0])

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        """Removes the keys of a list: the only kind of removal that the library sends."""
        keys = re.findall(r"<Key>(.*?)</Key>", self._body().decode())
        for key in keys:
            self.objects.pop(f"{self.path.split('?')[0]}/{key}", None)
        gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"1"')
        self.send_header("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """A quiet bucket."""
