"""A local HTTP server that implements the parts of the S3 protocol that the file storage uses."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

Objects = dict[str, tuple[bytes, dict[str, str]]]

_NOT_FOUND = b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>"


@contextmanager
def run_bucket_server() -> Iterator[tuple[str, Objects]]:
    """Run a server with an empty bucket.

    Yields the URL of the server and a dictionary that maps URL paths to stored objects.
    """
    objects: Objects = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), _make_handler_class(objects))
    # `shutdown` waits until the thread checks whether to end, by default every 0.5 s.
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", objects
    finally:
        server.shutdown()
        server.server_close()


def _make_handler_class(objects: Objects) -> type["BucketHandler"]:
    return type("Handler", (BucketHandler,), {"objects": objects})


class BucketHandler(BaseHTTPRequestHandler):
    """A request handler that stores, returns and deletes objects without authentication."""

    protocol_version = "HTTP/1.1"
    objects: ClassVar[Objects]

    def do_PUT(self) -> None:
        self.objects[self.path] = (
            self._read_body(),
            {name.lower(): text for name, text in self.headers.items()},
        )
        self._respond(200)

    def do_GET(self) -> None:
        if self.path not in self.objects:
            return self._respond(404, _NOT_FOUND)
        return self._respond(200, self.objects[self.path][0])

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        """Delete the objects whose keys are in the body.

        The S3 client obstore deletes objects only in this way, never with DELETE requests.
        """
        keys = re.findall(r"<Key>(.*?)</Key>", self._read_body().decode())
        for key in keys:
            self.objects.pop(f"{self.path.split('?')[0]}/{key}", None)
        deleted = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._respond(200, f"<DeleteResult>{deleted}</DeleteResult>".encode())

    def _read_body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _respond(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"1"')
        self.send_header("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Suppress the log messages for requests."""
