"""Adapter for the job engine DBOS.

DBOS provides a job queue and schedules. All processes of the site share them. If the site uses
SQLite, DBOS stores its data in the file `jobs.db` in DATA_DIR. If the site uses PostgreSQL, DBOS
stores its data in a separate schema of the database. No job is lost if this data is lost, because
the outbox table contains all unfinished jobs.

All functions block the calling thread, so do not call them on the event loop.
"""

import logging
import sqlite3
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import uuid4

from dbos import DBOS, DBOSConfig, SetWorkflowID
from sqlalchemy import make_url

from community.core.settings import Settings
from community.jobs.event_loop_bridge import EventLoopBridge
from community.jobs.registry import SCHEDULED_JOBS
from community.jobs.runner import run_job_step, run_scheduled_job, start_job
from community.models import OutboxMessage

A = TypeVar("A")
T = TypeVar("T")

QUEUE = "outbox"
# The number of jobs that one process runs at the same time. It is large enough that a few long jobs
# do not delay the others.
WORKER_CONCURRENCY = 8
# A dispatched job starts after at most this time. With this interval, polling takes 2 % of one core
# in an idle process.
POLL_SECONDS = 0.5
MAX_THREADS = 12
POOL_SIZE = 5
WORKFLOW_RETENTION = timedelta(days=2)
DELETE_BATCH_SIZE = 1000
CLEANUP_SCHEDULE = "delete_finished_workflows"


@dataclass
class _Process:
    """Stores the bridge that DBOS threads use. It is None while DBOS is not running."""

    bridge: EventLoopBridge | None = None


_process = _Process()


def launch(settings: Settings, bridge: EventLoopBridge) -> None:
    _process.bridge = bridge
    _redirect_dbos_logs()
    if settings.is_sqlite:
        _create_state_file(settings)
    DBOS(config=_make_config(settings))
    DBOS.launch()
    DBOS.register_queue(
        QUEUE, worker_concurrency=WORKER_CONCURRENCY, polling_interval_sec=POLL_SECONDS
    )
    _apply_schedules()


def shut_down() -> None:
    DBOS.destroy()
    _process.bridge = None


def submit_jobs(messages: Iterable[OutboxMessage]) -> None:
    """Submit jobs to the queue.

    If a job is submitted twice for the same attempt, DBOS ignores the second submission, because
    both have the same workflow id.
    """
    for row in messages:
        with SetWorkflowID(f"outbox-{row.id}-{row.created_at.timestamp():.6f}-{row.attempts}"):
            DBOS.enqueue_workflow(QUEUE, _run_job, row.id)


@DBOS.workflow(name="run_job")
def _run_job(job_id: int) -> None:
    DBOS.run_step({"name": "start_job"}, _run_on_event_loop, start_job, job_id)
    while DBOS.run_step({"name": "run_job_step"}, _run_on_event_loop, run_job_step, job_id):
        pass


@DBOS.workflow(name="run_scheduled_job")
def _run_scheduled_job(_scheduled_at: datetime, name: str) -> None:
    DBOS.run_step({"name": name}, _run_on_event_loop, run_scheduled_job, name)


@DBOS.workflow(name=CLEANUP_SCHEDULE)
def _delete_finished_workflows(scheduled_at: datetime, _context: Any) -> None:
    cutoff = scheduled_at - WORKFLOW_RETENTION
    DBOS.run_step({"name": CLEANUP_SCHEDULE}, _delete_workflows_ended_before, cutoff)


def _run_on_event_loop(function: Callable[[A], Coroutine[Any, Any, T]], argument: A) -> T:
    assert _process.bridge is not None, "The job engine is not running."
    return _process.bridge.call(function(argument))


def _delete_workflows_ended_before(cutoff: datetime) -> None:
    while True:
        workflows = DBOS.list_workflows(
            end_time=cutoff.astimezone(UTC).isoformat(),
            status=["SUCCESS", "ERROR", "CANCELLED", "PENDING", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
            limit=DELETE_BATCH_SIZE,
            load_input=False,
            load_output=False,
        )
        if not workflows:
            return
        DBOS.delete_workflows([workflow.workflow_id for workflow in workflows])


def _apply_schedules() -> None:
    """Create or update the schedule of each scheduled job, and delete all other schedules."""
    schedules: list[Any] = [
        {
            "schedule_name": name,
            "workflow_fn": _run_scheduled_job,
            "schedule": job.cron,
            "context": name,
            "queue_name": QUEUE,
        }
        for name, job in SCHEDULED_JOBS.items()
    ]
    schedules.append(
        {
            "schedule_name": CLEANUP_SCHEDULE,
            "workflow_fn": _delete_finished_workflows,
            "schedule": "17 4 * * *",
        }
    )
    names = {schedule["schedule_name"] for schedule in schedules}
    for existing in DBOS.list_schedules():
        if existing["schedule_name"] not in names:
            DBOS.delete_schedule(existing["schedule_name"])
    DBOS.apply_schedules(schedules)


def _make_config(settings: Settings) -> DBOSConfig:
    return {
        "name": "community",
        "system_database_url": _get_state_database_url(settings),
        # It must differ between processes, because DBOS treats executors with the same id as one.
        "executor_id": str(uuid4()),
        # It never changes, so that new processes finish the jobs of old ones after a restart.
        "application_version": "1",
        "sys_db_pool_size": POOL_SIZE,
        "max_executor_threads": MAX_THREADS,
        "use_listen_notify": False,  # Workflows do not send messages to each other.
        "notification_listener_polling_interval_sec": 0.5,  # Shutdown takes this long.
        "log_level": "WARNING",
    }


def _get_state_database_url(settings: Settings) -> str:
    if settings.is_sqlite:
        return f"sqlite:///{_get_state_file_path(settings)}"
    url = make_url(settings.async_database_url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _get_state_file_path(settings: Settings) -> str:
    return str((settings.data_dir / "jobs.db").resolve())


def _create_state_file(settings: Settings) -> None:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(_get_state_file_path(settings)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def _redirect_dbos_logs() -> None:
    # DBOS adds its own handler unless the logger already has one. With this handler, its log
    # records are passed to the root logger instead.
    log = logging.getLogger("dbos")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
