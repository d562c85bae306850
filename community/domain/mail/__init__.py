"""The queue of outgoing mails. `enqueue` adds a mail, and a background job sends it."""

from community.domain.mail.actions import drop, enqueue, erase_mails, retry, send_test_mail
from community.domain.mail.bounces import record_bounce
from community.domain.mail.brand import MailBrand, get_brand
from community.domain.mail.configuration import find_smtp_server
from community.domain.mail.content import Button, Entry, Facts, Link, Message, Note, Part, Quote
from community.domain.mail.delivery import begin_attempt, record_failure, record_sent
from community.domain.mail.events import MailChanged, RecipientRejected
from community.domain.mail.mail_table import MAIL_TABLE, get_delivery_state
from community.domain.mail.queries import (
    count_failed,
    count_recent,
    get_mail,
    get_test_mail,
    purge_old_mails,
    was_sent_since,
)
from community.domain.mail.rendering import render
from community.domain.mail.schemas import MailDetails
