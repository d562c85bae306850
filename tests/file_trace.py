"""Records which files below `community/` run for an event."""

import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import community

PACKAGE_DIR = str(Path(community.__file__).parent) + os.sep


@dataclass
class FileTrace:
    """The functions that have run, by file, in the order in which they ran first.

    Attributes:
        before_handler: The files that ran before the event handler.
    """

    handler: CodeType
    functions: dict[str, list[str]] = field(default_factory=dict)
    before_handler: list[str] = field(default_factory=list)

    def record(self, frame: FrameType, _event: str, _argument: Any) -> None:
        code = frame.f_code
        if code is self.handler and not self.before_handler:
            self.before_handler = list(self.functions)
        if code.co_filename.startswith(PACKAGE_DIR):
            names = self.functions.setdefault(code.co_filename.removeprefix(PACKAGE_DIR), [])
            if code.co_qualname not in names:
                names.append(code.co_qualname)


@contextmanager
def trace_files(handler: Any) -> Iterator[FileTrace]:
    """Record the functions below `community/` that run until the `with` block ends.

    Args:
        handler: The event handler of a State class before which files are counted.
    """
    trace = FileTrace(inspect.unwrap(handler.fn).__code__)
    before = sys.gettrace()
    sys.settrace(trace.record)
    try:
        yield trace
    finally:
        sys.settrace(before)
