"""Notifications about changes, which YooKassa does not sign."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import httpx

TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that the status of an object has changed.

    Attributes:
        event: For example `payment.succeeded`.
        document: The object at the time of the change.
    """

    event: str
    document: dict[str, Any]

    def to_document(self) -> dict[str, Any]:
        return {"type": "notification", "event": self.event, "object": self.document}


async def send_notification(notification: Notification, url: str) -> int:
    """Send a notification, and return the status of the answer. 0 means that there was none.

    YooKassa repeats a notification for 24 hours until the answer is 200. The caller decides whether
    and in which order notifications are sent again.
    """
    try:
        async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
            response = await client.post(url, json=notification.to_document())
    except httpx.HTTPError:
        return 0
    return response.status_code


@dataclass
class NotificationSender:
    """Sends notifications to a site in the background.

    Attributes:
        copies: How often each one is sent.
        delay_seconds: How long after the change each one is sent.
    """

    url: str
    copies: int = 1
    delay_seconds: float = 0.0
    tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    def start(self, notification: Notification) -> None:
        task = asyncio.get_running_loop().create_task(self._send(notification))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _send(self, notification: Notification) -> None:
        await asyncio.sleep(self.delay_seconds)
        for _ in range(self.copies):
            await send_notification(notification, self.url)
