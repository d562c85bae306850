import asyncio
import json
import logging
import sys
import threading
import time
import warnings
from io import StringIO

import pytest
import structlog

from community.core import logs


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
        "the quoted password='a long SECRET that is cut",
        'password = "with an escaped \\" SECRET"',
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


HOSTILE_TEXTS = {
    "word": "a" * 300_000,
    "keywords": "token" * 200_000,
    "quotes": '"' * 300_000,
    "backslashes": "\\" * 300_000,
    "assignments": "token='" * 150_000,
    "escaped quotes": "password=" + '\\"' * 400_000,
    "spaces": "bearer" + " " * 300_000,
    "controls": "\x00\u202e" * 100_000,
    "lines": "password:\n" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
def test_a_long_hostile_text_is_cut_before_it_is_searched(log_output: StringIO, text: str) -> None:
    started_at = time.process_time()
    log = logging.getLogger("community.test")
    log.error("text %s", text)
    structlog.get_logger("community.test").error("field", path=text, items=[text] * 3)
    log.error("traceback", exc_info=ValueError(text))
    assert time.process_time() - started_at < 2
    first, _, last = map(json.loads, log_output.getvalue().splitlines())
    assert "characters cut]" in first["event"]
    assert len(last["exception"]) < 400_000


def test_the_cut_names_the_number_of_removed_characters(log_output: StringIO) -> None:
    limit = logs.MAX_TEXT_LENGTH
    structlog.get_logger("community.test").info("request", path="a" * (limit + 5))
    assert json.loads(log_output.getvalue())["path"] == "a" * limit + "… [5 characters cut]"


def test_a_long_traceback_keeps_its_beginning_and_its_end(log_output: StringIO) -> None:
    try:
        int("\n".join(f"line {number}" for number in range(10_000)))
    except ValueError as error:
        error.add_note("\n".join(f"note {number}" for number in range(10_000)))
        logging.getLogger("community.test").exception("failed")
    exception = json.loads(log_output.getvalue())["exception"]
    assert exception.startswith("Traceback")
    assert exception.endswith("note 9999")
    assert "characters cut]" in exception


@pytest.mark.parametrize(
    "unsafe", ["\n", "\r", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e"], ids=ascii
)
def test_control_characters_are_escaped(log_output: StringIO, unsafe: str) -> None:
    logging.getLogger("community.test").info("a%sb", unsafe)
    structlog.get_logger("community.test").info("request", path=f"a{unsafe}b")
    lines = log_output.getvalue().split("\n")
    assert len(lines) == 3
    for line, name in zip(lines, ("event", "path"), strict=False):
        assert unsafe not in json.loads(line)[name]
        assert json.loads(line)[name].startswith("a\\")


def test_lone_surrogates_are_escaped() -> None:
    # Without the logger, because pytest cannot send captured log entries with surrogates.
    assert logs.sanitize_entry(None, "", {"path": "a\ud800b"}) == {"path": "a\\ud800b"}


def test_objects_are_redacted_like_texts(log_output: StringIO) -> None:
    log = structlog.get_logger("community.test")
    log.info("failed", error=ValueError("password=SECRET"), raw=b"token=SECRET")
    log.info("nested", data={"a": {"password": "SECRET"}, "b": [{"token": "SECRET"}]})
    assert "SECRET" not in log_output.getvalue()


def test_warnings_are_logged(log_output: StringIO) -> None:
    warnings.warn("password=SECRET", RuntimeWarning, stacklevel=1)
    entry = json.loads(log_output.getvalue())
    assert (entry["logger"], entry["level"]) == ("py.warnings", "warning")
    assert "SECRET" not in entry["event"]


async def test_errors_of_the_event_loop_are_logged(log_output: StringIO) -> None:
    asyncio.get_running_loop().call_exception_handler(
        {"message": "failed", "exception": ValueError("password=SECRET")}
    )
    entry = json.loads(log_output.getvalue())
    assert entry["logger"] == "asyncio"
    assert "SECRET" not in json.dumps(entry)


def test_uncaught_exceptions_are_logged(
    log_output: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, name, None)
    logs.capture_everything()
    error = ValueError("password=SECRET")
    sys.excepthook(ValueError, error, None)

    def fail() -> None:
        raise error

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    lines = log_output.getvalue().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["uncaught_exception"] * 2
    assert "SECRET" not in log_output.getvalue()


def test_handlers_of_libraries_are_removed_when_the_process_serves(
    log_output: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, name, None)
    library = logging.getLogger("some_library.console")
    library.addHandler(logging.StreamHandler(other := StringIO()))
    library.propagate = False
    logs.capture_everything()
    library.error("password=SECRET")
    assert other.getvalue() == ""
    assert logs.REDACTED in log_output.getvalue()


def test_an_entry_that_cannot_be_formatted_is_reported_without_its_content(
    log_output: StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    record = logging.makeLogRecord({"name": "test", "msg": "%s and %s", "args": ("SECRET",)})
    logging.getLogger().handlers[0].handle(record)
    assert json.loads(log_output.getvalue())["event"] == "log_entry_failed"
    assert capfd.readouterr() == ("", "")
