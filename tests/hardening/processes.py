"""The memory that processes have used, and how long they waited for a processor."""

import os
from pathlib import Path


def get_peak_megabytes(pid: int) -> float:
    """Return the highest peak among a process and its descendants."""
    return max(_read_peak_kilobytes(process) for process in _list_processes(pid)) / 1024


def read_waiting_seconds(process_id: int) -> float:
    """Return how long the main thread of a process has waited, runnable, for a processor.

    0 on systems without `/proc/<pid>/schedstat` (Linux: Documentation/scheduler/sched-stats).
    """
    try:
        text = Path(f"/proc/{process_id}/task/{process_id}/schedstat").read_text()
    except OSError:
        return 0.0
    return int(text.split()[1]) / 1e9


def read_shared_waiting_seconds(process_id: int) -> float:
    """Return the waiting time of a process and of this process, one after the other."""
    return read_waiting_seconds(process_id) + read_waiting_seconds(os.getpid())


def _read_peak_kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:  # The process has ended.
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def _list_processes(pid: int) -> list[int]:
    processes = [pid]
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                processes += _list_processes(int(child))
    except OSError:
        pass
    return processes
