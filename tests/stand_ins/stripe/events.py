"""Sends the events of the stand-in for Stripe: signed, and on request late, twice and reordered."""

import asyncio
import copy
import hashlib
import hmac
import json
import time
from dataclasses import dataclass, field

import httpx

from tests.stand_ins.stripe.objects import StripeObject, make_object

TIMEOUT_SECONDS = 10.0


def sign(body: bytes, secret: str, *, timestamp: int | None = None) -> str:
    """Return the header `Stripe-Signature` for a body (docs.stripe.com/webhooks#verify-manually).

    Args:
        timestamp: When the event was sent. The default is now.
    """
    sent_at = int(time.time()) if timestamp is None else timestamp
    signed = f"{sent_at}.".encode() + body
    return f"t={sent_at},v1={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


@dataclass
class EventSender:
    """Records the events, and sends them to the endpoint of the site.

    Attributes:
        url: The address of the endpoint. Without it, events are only recorded.
        copies: How often each event is sent.
        delay_seconds: How long after its time each event is sent.
        is_held: Whether events wait until `release` is called.
    """

    secret: str
    url: str = ""
    copies: int = 1
    delay_seconds: float = 0.0
    is_held: bool = False
    recorded: list[StripeObject] = field(default_factory=list)
    waiting: list[StripeObject] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def record(self, kind: str, item: StripeObject) -> None:
        """Record an event, with a copy of the object as it is now."""
        event = make_object(
            "event",
            "evt",
            type=kind,
            data={"object": copy.deepcopy(item)},
            pending_webhooks=1,
            request={"id": None, "idempotency_key": None},
        )
        self.recorded.append(event)
        if self.is_held:
            self.waiting.append(event)
        elif self.url:
            task = asyncio.get_running_loop().create_task(self._send_later(event))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def release(self, *, is_reversed: bool = False) -> list[int]:
        """Send the events that wait, and return the status codes of the answers."""
        events, self.waiting = self.waiting, []
        ordered = reversed(events) if is_reversed else events
        return [await self.send(event) for event in ordered for _copy in range(self.copies)]

    async def send(self, event: StripeObject) -> int:
        """Send an event once, and return the status code of the answer."""
        body = json.dumps(event).encode()
        headers = {"Stripe-Signature": sign(body, self.secret), "Content-Type": "application/json"}
        async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False) as client:
            return (await client.post(self.url, content=body, headers=headers)).status_code

    async def _send_later(self, event: StripeObject) -> None:
        await asyncio.sleep(self.delay_seconds)
        for _copy in range(self.copies):
            try:
                await self.send(event)
            except httpx.HTTPError:
                return
