"""The numbers of accounts, with their reasons."""

from datetime import timedelta

NAME_LIMIT = 50
BIO_LIMIT = 500
SLUG_MIN = 3
SLUG_LIMIT = 30
# An address that somebody gave up still leads to them from old links; after this term others may have it.
FORMER_SLUG_TERM = timedelta(days=180)

# NIST SP 800-63B, 5.1.1: length and a list of known passwords, no rules about kinds of characters.
PASSWORD_MIN = 8
# Enough for any phrase; a hash of megabytes would be a way to keep our processors busy.
PASSWORD_LIMIT = 128

SESSION_TERM = timedelta(days=30)
# Far more devices than a person has; whoever signs in by script does not fill the table.
MAX_SESSIONS = 20

TOKEN_PREFIX = "cmt_"  # lets scanners of leaked secrets recognise ours
TOKEN_NAME_LIMIT = 60
MAX_TOKENS = 50
SCOPES = ("read", "write")

# Being there is written down this often at most: a page view must not cost a write.
SEEN_EVERY = timedelta(minutes=2)
# Longer than two notes apart, so that a reader who stays does not flicker.
ONLINE_FOR = timedelta(minutes=5)

MAX_KEYWORDS = 100
KEYWORD_LIMIT = 50
