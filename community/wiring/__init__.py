"""What happens after a domain event, such as `CommentPosted`.

`consequences.py` is the table: which listeners run in the transaction of the event, and which
messages follow after the commit. `messages_of_events.py` builds these messages, and lists which
caches are outdated after which message. `pages/live_updates.py` and `admin/live_updates.py` list
which messages change what open pages show.
"""

from functools import cache

from community.core import events
from community.realtime import hub
from community.realtime.messages import Message
from community.wiring.consequences import CONSEQUENCES, apply_consequences
from community.wiring.messages_of_events import clear_outdated_caches


@cache
def wire() -> None:
    """Register the consequences of all events. If they are already registered, do nothing."""
    for consequences in CONSEQUENCES:
        events.register(consequences.event_type, consequences.in_transaction)
    events.add_commit_callback(apply_consequences)
    hub.subscribe(Message, clear_outdated_caches, first=True)
