"""The events of the stand-in for Stripe, as its endpoint at the site gets them."""

import json

from community import jobs
from community.gateways.payments.stripe.gateway import SIGNATURE_HEADER
from community.workflows import payments
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.events import sign


async def deliver(server: StripeStandIn, *, is_reversed: bool = False, copies: int = 1) -> None:
    """Send all events to the site, and let the jobs apply them."""
    events = server.events.recorded
    for event in reversed(events) if is_reversed else events:
        body = json.dumps(event).encode()
        headers = {SIGNATURE_HEADER: sign(body, server.events.secret)}
        for _copy in range(copies):
            read = await payments.read_event("stripe", body, headers)
            if read is not None:
                await payments.store_event("stripe", read)
    await jobs.run_due_jobs()
