import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog

from community.core import logs
from community.core.settings import settings


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What a process in production writes to its log."""
    root = logging.getLogger()
    before = root.handlers, root.level
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings.cache_clear()
    logs.configure(stream := StringIO())
    yield stream
    root.handlers, root.level = before[0], before[1]
    settings.cache_clear()
    structlog.reset_defaults()


def test_a_line_is_json_with_the_request_that_it_belongs_to(written: StringIO) -> None:
    logs.request_id.set("story-1")
    logging.getLogger("community.story").info("a library says %s", "hello")
    line = json.loads(written.getvalue())
    assert line["event"] == "a library says hello"
    assert (line["level"], line["request_id"]) == ("info", "story-1")
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
def test_what_is_secret_is_never_written(written: StringIO, text: str) -> None:
    logging.getLogger("reflex_base.event.processor").error("unknown event %s", text)
    structlog.get_logger("community.story").info(text, password="SECRET", more={"token": "SECRET"})
    assert "SECRET" not in written.getvalue()
    assert logs.HIDDEN in written.getvalue()


def test_a_traceback_is_written_without_secrets(written: StringIO) -> None:
    try:
        int("password=SECRET")
    except ValueError:
        logging.getLogger("community.story").exception("it broke")
    line = json.loads(written.getvalue())
    assert "ValueError" in line["exception"]
    assert "SECRET" not in json.dumps(line)
