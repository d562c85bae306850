"""The memory that the processes of a site have used."""

from pathlib import Path


def get_peak_megabytes(pid: int) -> float:
    """Return the highest peak among a process and its descendants."""
    return max(_read_peak_kilobytes(process) for process in _list_processes(pid)) / 1024


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
