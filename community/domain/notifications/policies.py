"""The numbers of the inbox, with their reasons."""

from datetime import timedelta

INBOX_PAGE = 20
# Faces that fit beside one line of the list.
ACTORS_SHOWN = 3
# Watchers told in the transaction of a comment: as many as cost its author under 20 ms. The others
# hear of it from a job, and so does everybody who hears of a new post.
TOLD_AT_ONCE = 100
# People told in one transaction of a job: long enough to be fast, short enough that on SQLite
# nobody else waits long for their turn to write.
TOLD_PER_BATCH = 500
# A like that is taken back and given again is news once in this time, not each time.
NEWS_AGAIN_AFTER = timedelta(days=7)
