"""The main module of a worker process, which runs tasks that need much processor time.

`workers.py` starts the process. It reads requests from standard input and writes the responses to
standard output, each as JSON preceded by its length in four bytes. The process ends when standard
input is closed, and therefore also when the process that started it ends for any reason.
"""

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import IO, Any

Tasks = Mapping[str, Callable[..., Any]]

# The web process has priority over its workers.
_NICENESS = 5


def main(module: str, cpu_seconds: float, memory_bytes: int) -> None:
    """Run the tasks in the dictionary `TASKS` of a module.

    Args:
        cpu_seconds: Processor time for one task. If a task needs more, the kernel ends the process,
            also while a task runs code in C or Rust.
        memory_bytes: The maximum address space of the process.
    """
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C stops the web process, which stops us.
    requests, responses = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    tasks: Tasks = import_module(module).TASKS
    while (request := read_message(requests)) is not None:
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        response = _run(tasks, json.loads(request))
        signal.setitimer(signal.ITIMER_PROF, 0)
        write_message(responses, json.dumps(response).encode())


def read_message(stream: IO[bytes]) -> bytes | None:
    header = stream.read(4)
    if len(header) < 4:
        return None
    length = int.from_bytes(header)
    message = stream.read(length)
    return message if len(message) == length else None


def write_message(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(4) + message)
    stream.flush()


def _run(tasks: Tasks, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"result": tasks[request["task"]](*request["arguments"])}
    except MemoryError:
        return {"error": "memory"}
    except Exception:  # noqa: BLE001 - the web process raises it again
        return {"error": traceback.format_exc()}


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
