"""The queue of outgoing mails. `enqueue` adds a mail, and a background job sends it."""

from community.domain.mail.actions import (
    MailChanged,
    RecipientRejected,
    drop,
    enqueue,
    erase_mails,
    retry,
    send_test_mail,
)
from community.domain.mail.bounces import record_bounce
from community.domain.mail.brand import MailBrand, get_brand
from community.domain.mail.configuration import find_smtp_server
from community.domain.mail.content import Button, Entry, Facts, Link, Message, Note, Part, Quote
from community.domain.mail.delivery import begin_attempt, record_failure, record_sent
from community.domain.mail.queries import (
    MAIL_TABLE,
    MailDetails,
    count_failed,
    count_recent,
    get_delivery_state,
    get_mail,
    get_test_mail,
    purge_old_mails,
    was_sent_since,
)
from community.domain.mail.rendering import render
