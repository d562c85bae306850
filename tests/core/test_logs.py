import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog

from community.core import logs
from community.core.settings import settings


@pytest.fixture
def log_output(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """Configure logging as in production, and yield the stream that receives the log lines."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings.cache_clear()
    logs.configure(stream := StringIO())
    yield stream
    root.handlers, root.level = handlers, level
    settings.cache_clear()
    structlog.reset_defaults()


def test_a_log_line_is_json_with_the_request_id(log_output: StringIO) -> None:
    logs.request_id.set("request-1")
    logging.getLogger("community.test").info("message of a %s", "library")
    line = json.loads(log_output.getvalue())
    assert line["event"] == "message of a library"
    assert (line["level"], line["request_id"]) == ("info", "request-1")
    assert line["timestamp"].endswith("Z")
    logs.request_id.set("")


@pytest.mark.parametrize(
    "text",
    [
        "headers {'cookie': 'theme=dark; session=SECRET; other=1'}",
        '{"Cookie": "__Host-session=SECRET"}',
        "Authorization: Bearer SECRET",
        "authorization='Basic SECRET'",
        'form {"password": "SECRET", "login": "alice"}',
        'the escaped \\"password\\": \\"SECRET\\"',
        "GET /email/reset?token=SECRET&x=1",
        "new_password=SECRET",
        "Event(payload={'secret': 'SECRET'})",
        "[(b'cookie', b'a=1; session=SECRET')]",
    ],
)
def test_secrets_are_redacted(log_output: StringIO, text: str) -> None:
    logging.getLogger("reflex_base.event.processor").error("unknown event %s", text)
    structlog.get_logger("community.test").info(text, password="SECRET", more={"token": "SECRET"})
    assert "SECRET" not in log_output.getvalue()
    assert logs.REDACTED in log_output.getvalue()


def test_secrets_in_tracebacks_are_redacted(log_output: StringIO) -> None:
    try:
        int("password=SECRET")
    except ValueError:
        logging.getLogger("community.test").exception("Conversion failed")
    line = json.loads(log_output.getvalue())
    assert "ValueError" in line["exception"]
    assert "SECRET" not in json.dumps(line)
