"""The parts of a server process: background tasks, worker processes, memory and metrics."""
