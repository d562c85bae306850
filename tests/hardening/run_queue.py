"""How long threads waited for a processor that other programs used."""

import os
from pathlib import Path


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
