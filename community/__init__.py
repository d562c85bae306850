"""Community, a publishing platform with posts, discussions, reactions and live updates."""

from community.core.processes.memory import hide_packages

# structlog can format tracebacks with Rich, which loads Pygments for them, 1.4 MB.
with hide_packages("rich"):
    import structlog as _structlog
