"""The job engine (DBOS): a queue and schedules, shared by all processes of a site.

Its books are in a file of the data folder, or in a schema of the PostgreSQL database. They may be
lost without harm: what is owed stands in our own tables.

Everything here blocks, and runs in threads.
"""

import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from dbos import DBOS, DBOSConfig, SetWorkflowID
from sqlalchemy import make_url

from community.core.settings import Settings
from community.jobs.bridge import Bridge
from community.jobs.keeping import begin, keep_some, perform
from community.jobs.registry import DUTIES
from community.models import OwedJob

QUEUE = "owed"
# Promises kept at once by one process: enough that a long fan-out does not hold up the others.
AT_ONCE = 8
# How soon a promise that was handed out is begun. All the polling of an idle process together takes
# 2 % of one core.
POLL_SECONDS = 0.5
THREADS = 12
CONNECTIONS = 5
# Finished work is of interest to whoever looks for a fault, not longer.
KEPT_FOR = timedelta(days=2)
FORGOTTEN_AT_ONCE = 1000


@dataclass
class _Process:
    """The one process that this is; the engine keeps a global state of its own anyway."""

    bridge: Bridge | None = None


_process = _Process()


def launch(settings: Settings, bridge: Bridge) -> None:
    """Take part in the work of the site."""
    _process.bridge = bridge
    _quieten()
    if settings.is_sqlite:
        _prepare_file(settings)
    DBOS(config=_config(settings))
    DBOS.launch()
    DBOS.register_queue(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=POLL_SECONDS)
    _schedule()


def shut_down() -> None:
    """Leave the work to the others, or to the next start."""
    DBOS.destroy()
    _process.bridge = None


def hand_out(rows: Iterable[OwedJob]) -> None:
    """Put promises on the queue. The same hand-over twice is one: its id says which it is."""
    for row in rows:
        with SetWorkflowID(f"owed-{row.id}-{row.created_at.timestamp():.6f}-{row.times_handed}"):
            DBOS.enqueue_workflow(QUEUE, _keep, row.id)


@DBOS.workflow(name="keep")
def _keep(owed_id: int) -> None:
    DBOS.run_step({"name": "begin"}, _call_begin, owed_id)
    while DBOS.run_step({"name": "keep_some"}, _call_keep_some, owed_id):
        pass


@DBOS.workflow(name="perform")
def _perform(_: datetime, duty: str) -> None:
    DBOS.run_step({"name": duty}, _call_perform, duty)


@DBOS.workflow(name="forget")
def _forget(at: datetime, _: Any) -> None:
    DBOS.run_step({"name": "forget"}, _forget_finished, at - KEPT_FOR)


def _call_begin(owed_id: int) -> None:
    _open_bridge().call(begin(owed_id))


def _call_keep_some(owed_id: int) -> bool:
    return _open_bridge().call(keep_some(owed_id))


def _call_perform(duty: str) -> None:
    _open_bridge().call(perform(duty))


def _open_bridge() -> Bridge:
    assert _process.bridge is not None, "the job engine is not running"
    return _process.bridge


def _forget_finished(before: datetime) -> None:
    """Drop the books of work that ended, or was left behind by a process that died, before then."""
    while True:
        old = DBOS.list_workflows(
            end_time=before.astimezone(UTC).isoformat(),
            status=["SUCCESS", "ERROR", "CANCELLED", "PENDING", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
            limit=FORGOTTEN_AT_ONCE,
            load_input=False,
            load_output=False,
        )
        if not old:
            return
        DBOS.delete_workflows([each.workflow_id for each in old])


def _schedule() -> None:
    """Each duty at its times, once for all processes; those that are no more are taken off."""
    wanted: list[Any] = [
        {
            "schedule_name": name,
            "workflow_fn": _perform,
            "schedule": duty.cron,
            "context": name,
            "queue_name": QUEUE,
        }
        for name, duty in DUTIES.items()
    ]
    wanted.append({"schedule_name": "forget", "workflow_fn": _forget, "schedule": "17 4 * * *"})
    names = {each["schedule_name"] for each in wanted}
    for known in DBOS.list_schedules():
        if known["schedule_name"] not in names:
            DBOS.delete_schedule(known["schedule_name"])
    DBOS.apply_schedules(wanted)


def _config(settings: Settings) -> DBOSConfig:
    return {
        "name": "community",
        "system_database_url": _url(settings),
        # One for each process: the engine takes two processes of one name for one.
        "executor_id": str(uuid4()),
        # The same for all versions of our code: a rolling restart finishes what the old one began.
        "application_version": "1",
        "sys_db_pool_size": CONNECTIONS,
        "max_executor_threads": THREADS,
        "use_listen_notify": False,  # for messages between workflows: we send none
        "notification_listener_polling_interval_sec": 0.5,  # a stop waits for it
        "log_level": "WARNING",
    }


def _url(settings: Settings) -> str:
    if settings.is_sqlite:
        return f"sqlite:///{_file(settings)}"
    url = make_url(settings.async_database_url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _file(settings: Settings) -> str:
    return str((settings.data_dir / "jobs.db").resolve())


def _prepare_file(settings: Settings) -> None:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(_file(settings)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def _quieten() -> None:
    """Its log goes where ours goes, and only what an operator should read."""
    log = logging.getLogger("dbos")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
