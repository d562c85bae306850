"""Faults at the commits of a request with an `Idempotency-Key`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session


class ProcessKilled(BaseException):
    """The process was killed. No handler catches this exception."""


class CommitCounter:
    """Counts the commits while it is active. The first one stores the key of the request."""

    def __init__(self) -> None:
        self.commits = 0

    @property
    def transactions(self) -> int:
        """The number of transactions of the route, without the two that store the key."""
        return self.commits - 2


@contextmanager
def count_commits() -> Iterator[CommitCounter]:
    counter = CommitCounter()

    def count(_: Session) -> None:
        counter.commits += 1

    with _listen("after_commit", count):
        yield counter


@contextmanager
def fail_transaction(number: int) -> Iterator[None]:
    """Lose the connection to the database before the route commits a transaction.

    Args:
        number: The number of the transaction, from 1.
    """
    counter = CommitCounter()

    def fail(_: Session) -> None:
        counter.commits += 1
        if counter.commits == number + 1:
            raise OperationalError("COMMIT", {}, Exception("database is locked"))

    with _listen("before_commit", fail):
        yield


@contextmanager
def kill_after_transaction(number: int) -> Iterator[None]:
    """Stop the request after the route has committed a transaction. Nothing is committed later.

    Args:
        number: The number of the transaction, from 1. With 0, the route commits nothing.
    """
    counter = CommitCounter()

    def kill(_: Session) -> None:
        counter.commits += 1
        if counter.commits > number + 1:
            raise ProcessKilled

    with _listen("before_commit", kill):
        yield


@contextmanager
def _listen(name: Any, function: Any) -> Iterator[None]:
    event.listen(Session, name, function)
    try:
        yield
    finally:
        event.remove(Session, name, function)
